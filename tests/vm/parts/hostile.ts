/** The part `hostile`: hostile programs that ask the kernel or the engine for what a sandbox may not have. */
import type { Check } from '../check.ts';
import { endIfUp } from '../site.ts';
import { vitest } from '../vitest.ts';

/** Folders of `tests/hostile` that are tried, in groups: each is a check, which can be chosen by the name of a folder. */
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
export const hostileCases = groups.flat();

/** The other folders, by the reason why a host's kernel and engine make no difference, or why they are not tried there. */
export const casesLeftOut: Record<string, readonly string[]> = {
	'compilers and tools, which are the same images on every host': [
		'05-bombs-of-macros-and-templates',
		'06-endless-constants',
		'08-floods-of-errors',
		'10-programs-of-macros',
		'11-csharp-that-names-files',
		'12-go-that-names-files',
		'13-rust-that-names-files',
		'14-endless-constants-of-rust',
		'43-links-in-the-way',
		'45-much-to-read',
		'46-names-with-line-breaks',
		'50-counts-of-its-own',
		'51-code-elsewhere',
		'52-work-of-a-child',
		'58-work-of-others',
		'59-known-results',
		'65-events-of-its-own'
	],
	'requests that the site refuses': [
		'15-options',
		'16-odd-options',
		'17-options-of-slow-compilers',
		'24-requests-too-large',
		'44-names'
	],
	'times, which mean nothing where the processor is emulated': [
		'09-constructors',
		'22-loops',
		'40-results-of-its-own',
		'42-work-not-done',
		'53-less-work-when-timed',
		'54-slow-data-in-short-calls',
		'57-work-of-a-second-thread',
		'55-setup-that-sleeps',
		'60-instructions-of-its-own',
		'61-work-in-other-loops',
		'62-a-longer-ruler',
		'63-other-results-when-timed'
	]
};

/** A test of `tests/hostile/hostile.test.ts` that is no case. */
export const searchTest = 'the search for leftovers finds';

export const hostileChecks = groups.map((names): Check => ({
	part: 'hostile',
	name: `hostile programs are stopped, with nothing left, and the next run is as before: ${names.join(', ')}`,
	run: async (machine) => {
		await endIfUp(machine, 'learner');
		const words = `--project=hostile tests/hostile/hostile.test.ts -t '${[...names, searchTest].join('|')}'`;
		return vitest(machine, words, { env: 'CYCLELAB_HOSTILE=whole', tried: names });
	}
}));
