import { expect, test } from 'vitest';
import { pino } from 'pino';
import { codeDigests } from '@cyclelab/exercises/recorded-code';
import type { RecordedRun } from '@cyclelab/exercises/schema';
import { compilersOf } from '@cyclelab/contract/schema/compiler';
import type { Report } from '@cyclelab/contract/schema/report';
import { exerciseOf, factsOf, pointOf, reportOf, variantReport } from '../../fixtures/examples.ts';
import { firstOfEach, openRecordedRuns } from './recorded-runs.ts';

const facts = factsOf('Sums', { one: 'One sum', two: 'Two sums' });
const exercise = exerciseOf(facts, { c: { one: '1', two: '2' } });
const measured = (id: string, more: Partial<Report['variants'][number]> = {}) =>
	variantReport(id, {
		points: [pointOf(3)],
		...more
	});
const { toolchain } = reportOf([]);
const given: Partial<Report> = {
	exercise: 'cycle',
	language: 'c',
	toolchain: { ...toolchain, compiler: compilersOf.c[0] ?? toolchain.compiler }
};

/** A store in memory, as far as the two statements go. */
function openStore() {
	const rows = new Map<string, string>();
	return {
		rows,
		query: async (text: string, values: unknown[] = []) => {
			if (text.trimStart().startsWith('select'))
				return [...rows.values()].map((run) => ({ run: JSON.parse(run) }));
			rows.set(values.slice(0, 3).join(' '), String(values[3]));
			return [];
		}
	};
}

async function taken(report: Report): Promise<RecordedRun[]> {
	const runs = openRecordedRuns(openStore(), () => exercise, pino({ level: 'silent' }));
	runs.take(report);
	await runs.drained();
	return runs.of(exercise);
}

test('a whole run of the exercise as given is kept, without a load, which no site knows', async () => {
	const [run, ...others] = await taken(reportOf([measured('one'), measured('two')], given));
	expect(others).toEqual([]);
	expect(run?.load).toBeUndefined();
	const digests = codeDigests(exercise, 'c', 'x86-64');
	expect(run?.places.map(({ variant, code }) => [variant, code])).toEqual([...digests]);
});

test('a newer run of such a processor takes the place of the earlier one, and nothing of who asked is stored', async () => {
	const store = openStore();
	const runs = openRecordedRuns(store, () => exercise, pino({ level: 'silent' }));
	for (const run of ['first', 'second']) {
		runs.take(reportOf([measured('one'), measured('two')], { ...given, run }));
		await runs.drained();
	}
	const [stored, ...others] = store.rows.values();
	expect(others).toEqual([]);
	expect(Object.keys(JSON.parse(stored ?? '{}')).sort()).toEqual([
		'date',
		'language',
		'microarchitecture',
		'places',
		'processor',
		'target',
		'toolchain',
		'virtualised'
	]);
});

test('a run of some variants, of changed code or of another compiler is not kept', async () => {
	const gcc = { ...toolchain, compiler: compilersOf.c.at(-1) ?? toolchain.compiler };
	const both = [measured('one'), measured('two')];
	expect([
		await taken(reportOf([measured('one')], given)),
		await taken(reportOf([measured('one'), measured('two', { edited: true })], given)),
		await taken(reportOf(both, { ...given, toolchain: gcc }))
	]).toEqual([[], [], []]);
});

test('a store that fails loses the run and nothing else', async () => {
	const fails = { query: () => Promise.reject(new Error('down')) };
	const runs = openRecordedRuns(fails, () => exercise, pino({ level: 'silent' }));
	runs.take(reportOf([measured('one'), measured('two')], given));
	await expect(runs.drained()).resolves.toBeUndefined();
});

test('of a processor and a language the run of the folder, which comes first, is shown', () => {
	const run = (date: string, microarchitecture: string) =>
		({ date, microarchitecture, language: 'c' }) as RecordedRun;
	const [folders, sites, other] = [
		run('2026-01-01', 'znver3'),
		run('2026-02-01', 'znver3'),
		run('2025-01-01', 'znver5')
	];
	expect(firstOfEach([folders, sites, other])).toEqual([folders, other]);
});
