/** `tests/integration/exercises/passed-exercises.ts`: what the content gate builds again. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadExercises } from '@cyclelab/exercises/load';
import {
	contentDigest,
	dueUnits,
	programDigest
} from './integration/exercises/passed-exercises.ts';

const units = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, i) => [`unit ${i}`, `digest ${i}`]));

test('without a record, or with that of another program, every unit is due', () => {
	const now = { program: 'a', passed: units(20) };
	const names = new Set(Object.keys(now.passed));
	expect(dueUnits(now, undefined, 1)).toEqual(names);
	expect(dueUnits(now, { ...now, program: 'b' }, 1)).toEqual(names);
});

test('what differs is due, and about a tenth of the rest, by the seed', () => {
	const now = { program: 'a', passed: units(400) };
	const record = { ...now, passed: { ...now.passed, 'unit 7': 'another digest' } };
	const [first, second] = [1, 2].map((seed) => dueUnits(now, record, seed));
	expect([first, second].map((due) => due?.has('unit 7'))).toEqual([true, true]);
	expect(first).toEqual(dueUnits(now, record, 1));
	expect(first).not.toEqual(second);
	for (const due of [first, second]) {
		expect(due?.size).toBeGreaterThan(20);
		expect(due?.size).toBeLessThan(70);
	}
});

test('a digest of content changes with the sources of its language, the facts and the image alone', async () => {
	const { exercises } = await loadExercises();
	const exercise = exercises.find(({ slug }) => slug === 'chains');
	if (!exercise) throw new Error('there is no exercise "chains"');
	const before = contentDigest(exercise, 'c', 'image:1');
	const { c, rs } = exercise.sources;
	const changed = { ...exercise, sources: { ...exercise.sources, c: { ...c, more: '' } } };
	const elsewhere = { ...exercise, sources: { ...exercise.sources, rs: { ...rs, more: '' } } };
	expect([
		contentDigest({ ...exercise, story: 'another story' }, 'c', 'image:1') === before,
		contentDigest(elsewhere, 'c', 'image:1') === before,
		contentDigest(changed, 'c', 'image:1') === before,
		contentDigest(exercise, 'c', 'image:2') === before,
		contentDigest({ ...exercise, facts: { ...exercise.facts, title: '' } }, 'c', 'image:1') ===
			before
	]).toEqual([true, true, false, false, false]);
});

test('the digest of a program follows its imports, and no types', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'cyclelab-program-'));
	try {
		const write = (name: string, text: string) => writeFile(join(folder, name), text);
		const lock = (zod: string, pg: string) => {
			const packages = {
				'': {},
				'node_modules/zod': { version: zod },
				'node_modules/pg': { version: pg }
			};
			return write('package-lock.json', JSON.stringify({ packages }));
		};
		await lock('4.1', '8.1');
		await write(
			'a.ts',
			"import {\n\tb,\n\tmore\n} from './b.ts';\nimport type { D } from './d.ts';\n"
		);
		await write('b.ts', "import { z } from 'zod';\nexport { c as b } from './c.ts';\n");
		await write('c.ts', 'export const c = 1;\n');
		const now = () => programDigest(folder, [join(folder, 'a.ts')]);
		const before = await now();
		await write('d.ts', 'its types are imported, and decide nothing');
		await lock('4.1', '9.0');
		expect(await now()).toBe(before);
		await lock('4.2', '9.0');
		const otherPackage = await now();
		await write('c.ts', 'export const c = 2;\n');
		const otherFile = await now();
		expect(new Set([before, otherPackage, otherFile]).size).toBe(3);
	} finally {
		await rm(folder, { recursive: true });
	}
});
