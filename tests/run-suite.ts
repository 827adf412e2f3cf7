/** Shell: runs one suite as a process and reads its result. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import { firstLine, judge, nothing, type Count, type Failed } from './results.ts';
import type { SuiteNeed, Suite } from './suites.ts';

const root = dirname(import.meta.dirname);
/** The folder to which suites write their results as JSON. */
export const results = join(root, 'test-results');

const present: Record<SuiteNeed, boolean> = {
	engine: process.env.CYCLELAB_ENGINE === '1',
	postgres: Boolean(process.env.CYCLELAB_POSTGRES),
	browser: Boolean(process.env.CYCLELAB_BROWSER)
};
const separateStore = process.env.CYCLELAB_POSTGRES
	? [process.execPath, join(root, 'tests', 'with-postgres.ts')]
	: [];

export type SuiteOutcome = {
	suite: Suite;
	count: Count;
	failed: Failed[];
	seconds: number;
	/** A need of the suite that this machine does not meet. */
	missing: SuiteNeed | undefined;
};

/**
 * `yields`: the suite has the lowest priority on the processors. `onText` gets the suite's output at once; without it the
 * suite writes to this process's output.
 */
export async function runSuite(
	suite: Suite,
	{ yields, onText }: { yields: boolean; onText?: (text: string) => void }
): Promise<SuiteOutcome> {
	const missing = suite.needs.find((need) => !present[need]);
	if (missing) return { suite, count: { ...nothing, skipped: 1 }, failed: [], seconds: 0, missing };
	const began = performance.now();
	const file = join(results, `${suite.name}.json`);
	const [tool = '', ...toolArgs] = suite.argv;
	const only = process.env.CYCLELAB_ONLY;
	/** In a terminal Vitest itself shows what runs; elsewhere it is silent until a file is done, for minutes. */
	const progress =
		!onText && process.stdout.isTTY
			? []
			: [`--reporter=${join(import.meta.dirname, 'progress-reporter.ts')}`];
	const reporters = !suite.read
		? []
		: tool === 'vitest'
			? ['--reporter=default', ...progress, '--reporter=json', `--outputFile.json=${file}`]
			: ['--reporter=list,json'];
	let said = '';
	const exitCode = await new Promise<number>((resolve) => {
		const [program = '', ...args] = [
			...(suite.onBothStores ? separateStore : []),
			join(root, 'node_modules', '.bin', tool),
			...toolArgs,
			...(only ? [tool === 'playwright' ? '--grep' : '-t', only] : []),
			...reporters
		];
		const output = onText ? 'pipe' : 'inherit';
		const child = spawn(program, args, {
			cwd: join(root, suite.cwd),
			env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
			stdio: ['ignore', output, output]
		});
		if (yields && child.pid !== undefined)
			os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding('utf8').on('data', (text: string) => {
				said += text;
				onText?.(text);
			});
		child.on('error', (error) => {
			console.error(error.message);
			resolve(127);
		});
		child.on('close', (code) => resolve(code ?? 1));
	});
	const seconds = (performance.now() - began) / 1000;
	if (!suite.read) {
		const isFine = exitCode === 0;
		const count = { ...nothing, [isFine ? 'passed' : 'failed']: 1 };
		const failed = isFine ? [] : [{ where: '', name: '', why: firstLine(said) }];
		return { suite, count, failed, seconds, missing };
	}
	const result = existsSync(file) ? suite.read(readFileSync(file, 'utf8'), root) : undefined;
	return { suite, ...judge(result, exitCode), seconds, missing };
}
