/** Shell: the few things building needs from a Docker Engine. */
import type Docker from 'dockerode';
import { noProgress, readMessage } from './progress.ts';
import { contentDigest } from './published.ts';
import { superseded } from './recipes.ts';

/** A build failed; `lines` are the last ones it printed. */
export class BuildError extends Error {
	override name = 'BuildError';
	readonly lines: readonly string[];
	constructor(message: string, lines: readonly string[]) {
		super([message, ...lines.map((line) => `    ${line}`)].join('\n'));
		this.lines = lines;
	}
}

/** The `contentDigest` of an image; undefined if the engine does not have it. */
export async function contentOf(docker: Docker, tag: string): Promise<string | undefined> {
	const found = await inspected(docker, tag);
	return found && contentDigest(found.RootFS.Layers ?? []);
}

/** The engine's id of an image; undefined if the engine does not have it. */
export const idOf = async (docker: Docker, tag: string): Promise<string | undefined> =>
	(await inspected(docker, tag))?.Id;

async function inspected(
	docker: Docker,
	tag: string
): Promise<Docker.ImageInspectInfo | undefined> {
	try {
		return await docker.getImage(tag).inspect();
	} catch (error) {
		if (statusOf(error) === 404) return undefined;
		throw error;
	}
}

export const hasImage = async (docker: Docker, tag: string): Promise<boolean> =>
	(await inspected(docker, tag)) !== undefined;

/** Whether a container of this image exists. */
export async function isUsed(docker: Docker, tag: string): Promise<boolean> {
	const filters = { ancestor: [tag] };
	return (await docker.listContainers({ all: true, filters })).length > 0;
}

export type Build = {
	tag: string;
	folder: string;
	files: string[];
	args: Record<string, string>;
	/** The stage to end with, if not the last. */
	target?: string;
};

/** Builds `files` of `folder` with the engine's classic builder. */
export async function buildImage(
	docker: Docker,
	{ tag, folder, files, args, target = '' }: Build,
	say: (sentence: string) => void
): Promise<void> {
	const stream = await docker.buildImage(
		{ context: folder, src: files },
		{ t: tag, buildargs: args, target, rm: true, forcerm: true }
	);
	let progress = noProgress;
	await readToEnd(docker, stream, (message) => {
		progress = readMessage(progress, message);
		if (progress.say !== undefined) say(progress.say);
	});
	if (progress.failed !== undefined)
		throw new BuildError(
			`Building ${tag} failed: ${progress.failed}. Its last words:`,
			progress.lines
		);
	if (!(await hasImage(docker, tag)))
		throw new BuildError(`Building ${tag} was cut off. Is the Docker Engine running?`, []);
}

/** Reads a stream of JSON messages to its end. An `error` in a message is the reader's to notice. */
export function readToEnd(
	docker: Docker,
	stream: NodeJS.ReadableStream,
	onMessage?: (message: unknown) => void
): Promise<void> {
	return new Promise((resolve, reject) =>
		docker.modem.followProgress(stream, (error) => (error ? reject(error) : resolve()), onMessage)
	);
}

/** Tags of images at least this old, ms: a younger one may belong to another checkout that is being worked on. */
const oldMs = 24 * 60 * 60 * 1000;

/** Removes the tags of older builds of the image that has this tag now. */
export async function removeOlder(docker: Docker, tag: string): Promise<void> {
	const images = await docker.listImages();
	const oldTags = images
		.filter(({ Created }) => Created * 1000 < Date.now() - oldMs)
		.flatMap((image) => image.RepoTags ?? []);
	for (const old of superseded(oldTags, tag)) await removeTag(docker, old);
}

/** Removes a tag, or an image by its id, but neither an image a container still uses nor the layers the next build could use again. */
export async function removeTag(docker: Docker, tag: string): Promise<void> {
	try {
		await docker.getImage(tag).remove({ noprune: true });
	} catch (error) {
		if (statusOf(error) !== 404 && statusOf(error) !== 409) throw error;
	}
}

/** The engine's HTTP status in an error of its client. */
export function statusOf(error: unknown): number | undefined {
	return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
		? error.statusCode
		: undefined;
}
