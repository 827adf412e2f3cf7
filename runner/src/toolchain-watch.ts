/** Shell: watches which toolchains are ready. Images may still be building when the runner starts. */
import type { ImageName } from '@cyclelab/images/recipes';
import type { Logger } from 'pino';
import { readVersion } from './job/read-version.ts';
import type { Installed } from './toolchains/toolchain.ts';
import type { Pool } from './sandbox/pool.ts';
import type { PooledImage } from './sandbox/sub-pool.ts';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import type { Toolchain } from './toolchains/toolchain.ts';

type FoundImage = { tag: string; digest: string };

type ToolchainWatchOptions = {
	pool: Pick<Pool, 'offer' | 'take'>;
	toolchains: readonly Toolchain[];
	/** Further images to offer, used by no toolchain. */
	others: readonly ImageName[];
	stock: (image: ImageName) => Omit<PooledImage, 'tag'>;
	/** The tag of an image and the digest of its files, if the engine has it. */
	find: (image: ImageName) => Promise<FoundImage | undefined>;
	/** A toolchain became ready. */
	onChange: () => void;
	log: Logger;
};

type ToolchainWatch = {
	installed: () => ReadonlyMap<Compiler, Installed>;
	/** Offers the images that exist, and polls for the others. Rejects if the engine does not answer. */
	refresh: () => Promise<void>;
	close: () => void;
};

/** Poll interval for missing images, ms. */
const againMs = 3000;

export function watchToolchains(options: ToolchainWatchOptions): ToolchainWatch {
	const { pool, toolchains, log } = options;
	const foundImages = new Map<ImageName, FoundImage>();
	const installed = new Map<Compiler, Installed>();
	const images = new Set([...toolchains.map(({ image }) => image), ...options.others]);
	let timer: NodeJS.Timeout | undefined;
	let looking: Promise<void> | undefined;
	let closed = false;

	const offer = async (image: ImageName) => {
		const found = foundImages.get(image) ?? (await options.find(image));
		if (found === undefined || closed) return;
		const { tag, digest } = found;
		if (!foundImages.has(image)) {
			foundImages.set(image, found);
			pool.offer(image, { tag, ...options.stock(image) });
		}
		const fresh = toolchains.filter(
			(toolchain) => toolchain.image === image && !installed.has(toolchain.compiler)
		);
		if (fresh.length === 0) return;
		const sandbox = await pool.take('tools', image);
		try {
			for (const { compiler, version } of fresh)
				installed.set(compiler, {
					version: await readVersion(sandbox, version),
					image: tag,
					digest
				});
		} finally {
			void sandbox.dispose().catch(() => undefined);
		}
		options.onChange();
	};

	const isComplete = () =>
		[...images].every((image) => foundImages.has(image)) &&
		toolchains.every(({ compiler }) => installed.has(compiler));

	const lookOnce = async () => {
		clearTimeout(timer);
		try {
			for (const image of images) await offer(image);
		} finally {
			if (!closed && !isComplete()) timer = setTimeout(() => void again(), againMs);
		}
	};
	const look = () => (looking ??= lookOnce().finally(() => (looking = undefined)));
	const again = () =>
		look().catch((cause: unknown) =>
			log.warn({ err: cause }, 'cannot look for images; will retry')
		);

	return {
		installed: () => installed,
		refresh: look,
		close: () => {
			closed = true;
			clearTimeout(timer);
		}
	};
}
