/** The part `hostile`: hostile programs that ask the kernel or the engine for what a sandbox may not have. */
import type { Check } from '../check.ts';
import { endIfUp } from '../site.ts';
import { vitest } from '../vitest.ts';

/**
 * Folders of `tests/hostile` for which a host's kernel and engine make a difference, in groups: each is a check, which can be
 * chosen by the name of a folder. The others are about compilers and requests, which are the same on every host, or about times,
 * which mean nothing where the processor is emulated.
 */
const groups: readonly (readonly string[])[] = [
	['19-forks', '25-descriptors', '26-priorities', '29-neighbours', '38-survivors', '39-signals'],
	['27-sockets-of-the-host', '31-namespaces', '32-leaks', '33-options-of-calls', '34-devices'],
	['36-network', '41-clocks', '56-neighbours-in-cells', '64-native-code-in-a-cell'],
	[
		'01-files-of-the-image',
		'02-files-without-an-end',
		'07-programs-too-large',
		'20-disk',
		'21-floods'
	]
];

/** A test of `tests/hostile/hostile.test.ts` that is no case. */
const searchTest = 'the search for leftovers finds';

export const hostileChecks = groups.map((names): Check => ({
	part: 'hostile',
	name: `hostile programs are stopped, with nothing left, and the next run is as before: ${names.join(', ')}`,
	run: async (machine) => {
		await endIfUp(machine, 'learner');
		const words = `--project=hostile tests/hostile/hostile.test.ts -t '${[...names, searchTest].join('|')}'`;
		return vitest(machine, words, { env: 'CYCLELAB_HOSTILE=whole', tried: names });
	}
}));
