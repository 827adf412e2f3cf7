/** Shell: a file of this project's tests, run in the virtual machine by the user `learner`. */
import { lastLines, must } from './check.ts';
import type { Machine } from './machine.ts';

/**
 * @param words of Vitest
 * @param env settings, as bash has them before a command
 * @returns Vitest's summary of its tests. Rejects with its last lines if a test fails
 */
export async function vitest({ run }: Machine, words: string, env = ''): Promise<string> {
	const { code, output } = await run(
		'learner',
		`cd ~/cyclelab
NO_COLOR=1 ${env} node_modules/.bin/node node_modules/vitest/vitest.mjs run --reporter=verbose ${words} 2>&1`
	);
	must(code === 0, 'All tests pass.', lastLines(output, 80));
	return /^\s*Tests\s+(.*)$/m.exec(output)?.[1] ?? lastLines(output, 1);
}
