/** Which runners of one architecture have different images of one name. Pure. */
import type { RunnerSummary } from '../../../shared/schema.ts';

/** Runners that have the same image. */
interface ImageHolders {
	/** Name and tag of the recipe, e.g. `cyclelab/cc:3f9a0c6d21be`. */
	image: string;
	/** Of the image's files. Absent: the runner's version does not report it. */
	digest?: string | undefined;
	/** Runner ids, sorted. */
	runners: string[];
}

interface ImageDifference {
	arch: RunnerSummary['arch'];
	/** Name without the tag, e.g. `cyclelab/cc`. */
	name: string;
	/** Two or more, most runners first. */
	holders: ImageHolders[];
}

type ImageRunner = Pick<RunnerSummary, 'id' | 'arch' | 'toolchains'>;

export function imageDifferences(runners: readonly ImageRunner[]): ImageDifference[] {
	const had = runners.flatMap(({ id, arch, toolchains }) =>
		toolchains.map(({ image, digest }) => ({ id, arch, image, digest, name: nameOf(image) }))
	);
	return [...Map.groupBy(had, ({ arch, name }) => `${arch} ${name}`).values()]
		.map((ofOneName) => {
			const [{ arch, name } = { arch: 'x86-64' as const, name: '' }] = ofOneName;
			const same = Map.groupBy(ofOneName, ({ image, digest = '' }) => `${image} ${digest}`);
			const holders = [...same.values()].map((group) => ({
				image: group[0]?.image ?? '',
				digest: group[0]?.digest,
				runners: [...new Set(group.map(({ id }) => id))].sort()
			}));
			holders.sort((a, b) => b.runners.length - a.runners.length);
			return { arch, name, holders };
		})
		.filter(({ holders }) => holders.length > 1);
}

/** A digest as Docker abbreviates it: twelve of its 64 digits. */
export const shortDigest = (digest: string) => digest.slice(0, 'sha256:'.length + 12);

const nameOf = (image: string) => image.split(':')[0] ?? image;
