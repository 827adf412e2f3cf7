/** Facts and a host for the tests of pages. */
import type { Facts } from '@cyclelab/exercises/schema';
import type { Report } from '@cyclelab/runner/schema/report';

export const host: Report['runner']['host'] = {
	arch: 'x86-64',
	microarchitecture: 'znver5',
	processor: 'AMD Zen 5',
	identity: 'AuthenticAMD 26 2 1',
	virtualised: true,
	cores: 2,
	caches: [],
	pageBytes: 4096,
	hugePages: 'madvise',
	kernel: '6.1',
	counters: false
};

/** An exercise of two variants, the first its baseline. */
export const factsOf = (title: string, variants: [Variant, Variant]): Facts => ({
	title,
	track: 'memory',
	summary: 'S.',
	minutes: 5,
	document: { title: 'T', author: 'A', place: 'p. 1' },
	iteration: 'one turn',
	unit: 'cycles',
	baseline: variants[0].id,
	variants: variants.map((variant) => ({ ...variant, claim: 'C.' })),
	machines: [],
	documented: [],
	question: {
		text: '?',
		of: { variant: variants[1].id, parameters: {} },
		to: { variant: variants[0].id, parameters: {} },
		low: 1,
		high: 20
	},
	claims: [],
	blindSpots: [],
	flags: [],
	sameChecksum: false
});
type Variant = { id: string; label: string };
