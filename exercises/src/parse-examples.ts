/** A small exercise for the tests of parsing, and what is complained about when it is changed. */
import { parseFolder, type Folder } from './parse.ts';

export const tracks = `
- { id: memory, title: Memory, summary: Loads and stores. }
- { id: atomics, title: Atomics, summary: Shared words. }
`;

export const facts = `
title: Two sums
track: memory
summary: One sum against two.
minutes: 3
needs: { seconds: 4, memoryMiB: 16 }
document: { title: A talk, author: Somebody, place: Slide 7 }
iteration: one addition
unit: cycles
baseline: one
variants:
  - { id: one, label: One sum, claim: Slow. }
  - { id: two, label: Two sums, claim: Fast. }
question:
  text: How much?
  of: { variant: one }
  to: { variant: two }
  low: 1
  high: 4
  answers: [{ ratio: 2, source: here }]
  misconceptions: [{ from: 3, to: 4, idea: sums are slow, why: They are not. Look. }]
claims:
  - { id: faster, statement: Two are faster., of: { variant: one }, to: { variant: two }, atLeast: 1.5 }
`;

export const lesson =
	'## Story\n\nOnce.\n\n## Explain\n\nBecause.\n\n### More\n\nOf it.\n\n## Elsewhere\n\nOther.\n';

export function folder(
	change: { name?: string; files?: Record<string, string | undefined> } = {}
): Folder {
	const files = {
		'exercise.yaml': facts,
		'lesson.md': lesson,
		'one.c': 'one',
		'two.c': 'two',
		...change.files
	};
	const present = Object.entries(files).filter(
		(file): file is [string, string] => file[1] !== undefined
	);
	return { name: change.name ?? '07-two-sums', files: Object.fromEntries(present) };
}

export function complaint(action: () => unknown): string {
	try {
		action();
	} catch (error) {
		if (error instanceof Error) return error.message;
	}
	return 'no complaint';
}

export const about = (change: Parameters<typeof folder>[0]) =>
	complaint(() => parseFolder(folder(change)));
