/**
 * Which exercises the content gate must build again. A unit is an exercise in one language, by every compiler and for both
 * targets. Its result depends on its own content, on its image, and on the program that inspects and judges; a committed
 * record has the digests with which all units passed, so `npm test` builds what differs, and a random tenth of the rest.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { z } from 'zod';
import type { Exercise, Language } from '@cyclelab/exercises/schema';
import { seeded } from '@cyclelab/contract/measure/seeded';

/** `program`: the digest of the program that judged. `passed`: the digest of each unit's content and image, by its name. */
export const PassedExercises = z.strictObject({
	program: z.string(),
	passed: z.record(z.string(), z.string())
});
export type PassedExercises = z.infer<typeof PassedExercises>;

export const unitName = (slug: string, language: Language): string => `${slug} ${language}`;

/** Enough of SHA-256 that two contents do not meet by accident. */
const digest = (parts: readonly string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);

/** @param image the tag of the language's image, which is a digest of what the image is made from */
export function contentDigest(
	{ slug, facts, sources, solutions }: Exercise,
	language: Language,
	image: string
): string {
	const texts = [facts, sources[language], solutions[language]].map((part) => JSON.stringify(part));
	return digest([slug, language, image, ...texts.map((text) => text ?? '')]);
}

/** The modules of imports that exist when the program runs: a type decides nothing then. */
const imported = /^(?:import|export)\s(?!type\s)[^;]*?from\s*['"]([^'"]+)['"]/gm;

/**
 * The digest of these files, of all files of this project that they import in turn, and of the versions of the packages that
 * those import.
 * @param root the folder of this project
 * @param entries absolute paths
 */
export async function programDigest(root: string, entries: readonly string[]): Promise<string> {
	const texts = new Map<string, string>();
	const packages = new Set<string>();
	const waiting = [...entries];
	for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
		if (texts.has(file)) continue;
		const text = await readFile(file, 'utf8');
		texts.set(file, text);
		const require = createRequire(file);
		for (const [, target = ''] of text.matchAll(imported))
			if (target.startsWith('.')) waiting.push(resolve(file, '..', target));
			else if (target.startsWith('@cyclelab/')) waiting.push(require.resolve(target));
			else packages.add(target);
	}
	const lock = Lock.parse(JSON.parse(await readFile(resolve(root, 'package-lock.json'), 'utf8')));
	const versions = [...packages].sort().map((name) => {
		const { version = '' } = lock.packages[`node_modules/${name}`] ?? {};
		return [name, version];
	});
	const files = [...texts].map(([file, text]) => [relative(root, file), text]);
	const sorted = files.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
	return digest([JSON.stringify(versions), JSON.stringify(sorted)]);
}

const Lock = z.object({
	packages: z.record(z.string(), z.object({ version: z.string().optional() }))
});

/** Part of the units that passed already, which are built again to find what their digests do not hold. */
const againPart = 0.1;

/**
 * The names of the units to build.
 * @param now the digests of the present files
 * @param record those of the last whole run
 */
export function dueUnits(
	now: PassedExercises,
	record: PassedExercises | undefined,
	seed: number
): Set<string> {
	const random = seeded(seed);
	return new Set(
		Object.entries(now.passed)
			.filter(([name, content]) => {
				const isChosen = random() < againPart;
				const hasPassed = record?.program === now.program && record.passed[name] === content;
				return isChosen || !hasPassed;
			})
			.map(([name]) => name)
	);
}
