/** Runs the selected sections of a bench, and writes their results. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openProgress } from '../progress.ts';
import { describeMachine, inWords } from './machine.ts';
import { startBenchProduct, withoutLimits } from './product.ts';
import type { Context, Running, Section } from './section.ts';
import { layOut } from './table.ts';

const results = join(dirname(dirname(import.meta.dirname)), 'bench-results');

/**
 * Arguments select the sections to run (default: all); `--quick` takes few rounds.
 * @param prefix of the name of the file with the results
 */
export async function runSections(sections: readonly Section[], prefix = ''): Promise<void> {
	const words = process.argv.slice(2);
	const names = words.filter((word) => !word.startsWith('--'));
	const quick = words.includes('--quick');
	const chosen = sections.filter(({ name, lacks }) =>
		names.length === 0 ? lacks?.() === undefined : names.includes(name)
	);
	const unknown = names.filter((name) => !sections.some((section) => section.name === name));
	if (unknown.length) {
		console.error(
			`There is no section ${unknown.join(', ')}. Known: ${sections.map(({ name }) => name).join(', ')}.`
		);
		process.exit(2);
	}

	const lacking = chosen.flatMap(({ name, lacks }) => {
		const sentence = lacks?.();
		return sentence === undefined ? [] : [`The section ${name} cannot run. ${sentence}`];
	});
	if (lacking.length) {
		console.error(lacking.join('\n'));
		process.exit(2);
	}

	const undoing: (() => Promise<unknown>)[] = [];
	const undoAll = async () => {
		for (let undo = undoing.pop(); undo; undo = undoing.pop())
			await undo().catch((error: unknown) => console.error(error));
	};
	/** True once a signal ends the bench; later failures are not reported. */
	let ending: Promise<never> | undefined;
	const end = (code: number) => () => (ending ??= undoAll().then(() => process.exit(code)));
	process.on('SIGINT', end(130));
	process.on('SIGTERM', end(143));
	process.on('uncaughtException', (error) => {
		console.error(error);
		void end(1)();
	});

	const progress = openProgress();
	let running: Promise<Running> | undefined;
	const context: Context = {
		quick,
		product: () => (running ??= startBenchProduct(context, withoutLimits)),
		onEnd: (undo) => undoing.push(undo),
		print: (sentence) => progress.print(`  ${sentence}`),
		at: progress.at
	};

	const began = new Date();
	const machine = await describeMachine();
	console.log(inWords(machine).join('\n'));
	if (quick) console.log('Quick: few rounds; the figures mean little.');
	const data: Record<string, unknown> = {};
	/** Sentences, repeated at the end: the first output of a long bench has scrolled away. */
	const failed: string[] = [];
	try {
		for (const [at, { name, about, run }] of chosen.entries()) {
			progress.print(`\n${name}: ${about}`);
			progress.begin(`${at + 1} of ${chosen.length}, ${name}`);
			try {
				const { tables, notes, data: raw } = await run(context);
				data[name] = raw;
				for (const table of tables) progress.print(`\n${layOut(table)}`);
				for (const note of notes) progress.print(note);
			} catch (error) {
				await ending;
				// A failed section does not end the bench; the output, the file and the exit code show the failure.
				console.error(error);
				data[name] = { error: String(error) };
				failed.push(`The section ${name} failed: ${String(error).split('\n')[0]}`);
				process.exitCode = 1;
			}
		}
	} finally {
		progress.begin('ending what was started');
		await undoAll();
		progress.close();
	}
	await mkdir(results, { recursive: true });
	const file = join(results, `${prefix}${began.toISOString().replaceAll(/[:.]/g, '-')}.json`);
	await writeFile(
		file,
		`${JSON.stringify({ began, quick, machine, sections: data }, undefined, '\t')}\n`
	);
	console.log(`\nWritten to ${file}.`);
	for (const sentence of failed) console.error(sentence);
}
