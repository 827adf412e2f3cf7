/** Which images there are and what each stands on. Each is the folder of its name. */
import { createHash } from 'node:crypto';

/** What an image is made from: the build argument that receives the tag of each image it stands on. */
type Recipe = { on: Record<string, ImageName> };

export type ImageName = 'tools' | 'base' | 'cc' | 'rust' | 'go' | 'dotnet' | 'crystal' | 'osaca';

/** The architecture of an image's programs. */
export const platforms = ['x86-64', 'arm64'] as const;
export type Platform = (typeof platforms)[number];

/** @param machine Node's name of an architecture (`process.arch`) */
export const platformOf = (machine: string): Platform => (machine === 'arm64' ? 'arm64' : 'x86-64');

/** As Debian, Docker and Go call a platform. */
export const debianArch: Record<Platform, string> = { 'x86-64': 'amd64', arm64: 'arm64' };

/**
 * The Debian an image stands on. An engine keeps one platform under a name, so another platform's Debian has its own name:
 * the architecture's repository in Docker's registry.
 */
export function debianFor(platform: Platform, machine: Platform): string {
	const repository = platform === machine ? 'debian' : `${registryArch[platform]}/debian`;
	return `${repository}:trixie-slim`;
}

const registryArch: Record<Platform, string> = { 'x86-64': 'amd64', arm64: 'arm64v8' };

/**
 * Build arguments every image gets. Stages on `NATIVE` run at the full speed of the machine and make everything that is
 * the same for all platforms or can be cross-built; stages on `DEBIAN` (the image's platform) make what cannot.
 */
export const platformArguments = (platform: Platform, machine: Platform) => ({
	DEBIAN: debianFor(platform, machine),
	NATIVE: debianFor(machine, machine),
	GOARCH: debianArch[platform]
});

const recipes: Record<ImageName, Recipe> = {
	tools: { on: {} },
	base: { on: { TOOLS: 'tools' } },
	cc: { on: { TOOLS: 'tools', BASE: 'base' } },
	rust: { on: { TOOLS: 'tools', BASE: 'base' } },
	go: { on: { TOOLS: 'tools', BASE: 'base' } },
	dotnet: { on: { TOOLS: 'tools', BASE: 'base' } },
	crystal: { on: { TOOLS: 'tools', BASE: 'base' } },
	osaca: { on: { TOOLS: 'tools', BASE: 'base' } }
};

/** All images, in the order in which they are built. */
export const imageNames: readonly ImageName[] = [
	'tools',
	'base',
	'cc',
	'rust',
	'go',
	'dotnet',
	'crystal',
	'osaca'
];

/** Debian has Crystal's compiler for x86-64 only. */
const missing: Record<Platform, readonly ImageName[]> = { 'x86-64': [], arm64: ['crystal'] };

/** The images, among `names`, that exist for a platform. */
export const existingOn = (platform: Platform, names: readonly ImageName[]): ImageName[] =>
	names.filter((name) => !missing[platform].includes(name));

/** Build arguments of an image: argument name -> image whose tag it receives. */
export const standsOn = (name: ImageName): Readonly<Record<string, ImageName>> => recipes[name].on;

/** The named images and everything they stand on, each after what it stands on. */
export function inBuildingOrder(names: readonly ImageName[]): ImageName[] {
	const order = new Set<ImageName>();
	const visit = (name: ImageName): void => {
		Object.values(standsOn(name)).forEach(visit);
		order.add(name);
	};
	names.forEach(visit);
	return [...order];
}

/** A file of an image's folder: its path relative to the folder, with `/`, and its content. */
export type Ingredient = { path: string; content: Uint8Array };

/** Tests and texts beside the ingredients do not end up in an image. */
export const isIngredient = (path: string): boolean => !/(_test\.go|\.test\.ts|\.md)$/.test(path);

/** One repository for each platform, so that no platform's image is taken for an older build of another's. */
const repositoryOf = (name: ImageName, platform: Platform): string =>
	`cyclelab/${name}${platform === 'x86-64' ? '' : `-${platform}`}`;

/**
 * `cyclelab/cc:3f9a0c6d21be`, `cyclelab/cc-arm64:77b01f2e9c4d`: the same for the same files and the same images below,
 * whatever machine built it.
 */
export function tagOf(
	{ name, platform }: { name: ImageName; platform: Platform },
	ingredients: readonly Ingredient[],
	tagsBelow: readonly string[]
): string {
	const hash = createHash('sha256');
	const add = (part: string | Uint8Array): void => {
		hash.update(`${part.length}:`).update(part);
	};
	[...tagsBelow].sort().forEach(add);
	for (const { path, content } of [...ingredients].sort(byPath)) {
		add(path);
		add(content);
	}
	return `${repositoryOf(name, platform)}:${hash.digest('hex').slice(0, 12)}`;
}

const byPath = (a: Ingredient, b: Ingredient): number =>
	a.path < b.path ? -1 : a.path > b.path ? 1 : 0;

/** Which of an engine's tags are older builds of an image of ours. Names given by hand (`cc:dev`) are left alone. */
export function superseded(tags: readonly string[], current: string): string[] {
	const [repository = ''] = current.split(':');
	return tags.filter(
		(tag) => tag !== current && tag.startsWith(`${repository}:`) && /:[0-9a-f]{12}$/.test(tag)
	);
}
