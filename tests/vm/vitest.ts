/** Shell: a file of this project's tests, run in the virtual machine by the user `learner`. */
import { lastLines, must } from './check.ts';
import type { VirtualMachine } from './machine.ts';

/**
 * @param words of Vitest
 * @param settings env: settings, as bash has them before a command; tried: texts that names of tests hold, of each of which
 *   at least one test must have passed
 * @returns Vitest's summary of its tests. Rejects with its last lines if a test fails
 */
export async function vitest(
	{ run }: VirtualMachine,
	words: string,
	{ env = '', tried = [] }: { env?: string; tried?: readonly string[] } = {}
): Promise<string> {
	const { code, output } = await run(
		'learner',
		`cd ~/cyclelab
NO_COLOR=1 ${env} node_modules/.bin/node node_modules/vitest/vitest.mjs run --reporter=verbose ${words} 2>&1`
	);
	must(code === 0, 'All tests pass.', lastLines(output, 80));
	must(/^\s*Tests\s+.*\d passed/m.test(output), 'A test was run.', lastLines(output, 20));
	const untried = withoutPass(output, tried);
	must(untried.length === 0, 'A test of each of these was run.', untried);
	return /^\s*Tests\s+(.*)$/m.exec(output)?.[1] ?? lastLines(output, 1);
}

/** The texts that no passed test of Vitest's verbose output has in its name. */
function withoutPass(output: string, texts: readonly string[]): string[] {
	const passed = output.split('\n').filter((line) => /^\s*✓ /.test(line));
	return texts.filter((text) => !passed.some((line) => line.includes(text)));
}
