/**
 * Shell: `npm run record`: runs exercises as given on this machine and keeps what was measured in their folders
 * (`recorded-<microarchitecture>-<language>.json`), from where pages show it beside a learner's own run.
 *
 *   npm run record -- [<slug> ...] [--language go] [--missing]
 *
 * Without names all exercises are run, each in its first language. `--missing`: those alone that have no run of this processor
 * with the present code. Nothing else should run on the machine meanwhile; the load average is recorded with each run.
 */
import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadExercises } from '../../../exercises/src/load.ts';
import { codeDigests } from '../../../exercises/src/recorded-code.ts';
import {
	Language,
	recordedFile,
	type Exercise,
	type RecordedRun
} from '../../../exercises/src/schema.ts';
import { languagesOf } from '../../../site/server/runs/plan.ts';
import { recordedOf } from '@cyclelab/contract/measure/recorded';
import { openBench } from '../../integration/job/job-bench.ts';
import { jobOf } from './one-run.ts';

const { values: options, positionals } = parseArgs({
	allowPositionals: true,
	options: { language: { type: 'string' }, missing: { type: 'boolean', default: false } }
});
const wished = options.language === undefined ? undefined : Language.parse(options.language);
const folder = join(import.meta.dirname, '../../../exercises');
const folders = await readdir(folder);
const { exercises } = await loadExercises();
const unknown = positionals.find((name) => exercises.every(({ slug }) => slug !== name));
if (unknown !== undefined) throw new Error(`No exercise "${unknown}".`);

const bench = await openBench(`record-${randomUUID()}`, ['cc', 'rust', 'go', 'dotnet', 'crystal']);
const here = bench.host.microarchitecture;
let isStopped = false;
process.on('SIGINT', () => (isStopped = true));
process.on('SIGTERM', () => (isStopped = true));
try {
	for (const exercise of exercises) {
		const { slug, facts } = exercise;
		const language = wished ?? languagesOf(exercise)[0];
		const isChosen = positionals.length === 0 || positionals.includes(slug);
		if (isStopped || facts.free || !isChosen || !language || !exercise.sources[language]) continue;
		if (options.missing && isRecorded(exercise, language)) continue;
		await record(exercise, language);
	}
} finally {
	await bench.close();
}

/** A failure in one exercise does not end the command. */
async function record(exercise: Exercise, language: Language): Promise<void> {
	const { slug } = exercise;
	const load = os.loadavg()[0] ?? NaN;
	try {
		const job = jobOf(exercise, { language, models: 'host' }, `record ${slug}`);
		const { report } = await bench.run(job);
		const digests = codeDigests(exercise, language, report.target);
		const run = recordedOf(report, digests, load);
		if (!run) throw new Error('no place was measured as it should be');
		const name = folders.find((folder) => folder.slice(3) === slug) ?? '';
		await writeFile(join(folder, name, recordedFile(run)), textOf(run));
		const places = report.variants.reduce((sum, { points }) => sum + points.length, 0);
		console.log(`${slug}: ${run.places.length} of ${places} places, load ${run.load}`);
	} catch (error) {
		process.exitCode = 1;
		console.log(`${slug}: ${error instanceof Error ? error.message : error}`);
	}
}

function isRecorded({ recorded, ...exercise }: Exercise, language: Language): boolean {
	const run = recorded.find((one) => one.microarchitecture === here && one.language === language);
	const measured = new Set(run?.places.map(({ variant }) => variant));
	return [...codeDigests(exercise, language, bench.host.arch).keys()].every((id) =>
		measured.has(id)
	);
}

/** A place on each line, so that a difference of two runs can be read. */
function textOf({ places, ...about }: RecordedRun): string {
	const lines = places.map((place) => `\t\t${JSON.stringify(place)}`).join(',\n');
	const head = JSON.stringify(about, undefined, '\t').replace(/\n\}$/, '');
	return `${head},\n\t"places": [\n${lines}\n\t]\n}\n`;
}
