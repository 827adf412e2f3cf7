/** The resources that limit a block: its interventions, the conclusion from them, and the model's limits. */
import type { InterventionKind, Limit, Tried, Why } from '@cyclelab/contract/schema/why';

/** Limits, in a sentence that goes on after "The time depends on". */
const limits: Record<Limit, string> = {
	chain: 'a chain of dependent instructions from pass to pass',
	memory: 'a value that goes through memory: a load waits for an earlier store',
	loads: 'loads',
	stores: 'stores',
	units: 'the units that execute an instruction',
	'front-end': 'the front end, which each instruction passes, whatever it does'
};

const limitNames: Record<Limit, string> = {
	chain: 'a chain of registers',
	memory: 'a value through memory',
	loads: 'loads',
	stores: 'stores',
	units: 'execution units',
	'front-end': 'the front end'
};

const kinds: Record<InterventionKind, string> = {
	'nop-added': 'one nop more',
	break: 'chain broken',
	'break-all': 'all chains broken',
	'register-for-load': 'register instead of the load',
	'registers-for-loads': 'registers instead of all loads',
	'store-for-update': 'store only, instead of the update',
	'leave-out': 'left out',
	'no-stores': 'all stores left out',
	'nop-in-place': 'nop instead'
};

export const whyWords = {
	depends: (limit: Limit, by: string, saved: string, plusMinus: string) =>
		`The time depends on ${limits[limit]}. Without that (${by}), a pass takes ${saved} ${plusMinus} cycles less.`,
	alsoOne: (limit: Limit, by: string, saved: string) =>
		`${limitNames[limit]} (${by}; ${saved} cycles)`,
	bounds: (limit: Limit, cycles: string, agrees: boolean | undefined) =>
		`By the model’s bounds the limit is ${limitNames[limit]} (${cycles} cycles)${agreement(agrees)}.`,
	analysis: (
		limit: Limit | undefined,
		{ resources, registers, memory }: { resources: string; registers: string; memory: string },
		agrees: boolean | undefined
	) =>
		`llvm-mca’s bottleneck analysis names ${limit ? limitNames[limit] : 'no limit'} (units ${resources}, registers ${registers}, memory ${memory} of the cycles)${agreement(agrees)}.`
} as const;

const agreement = (agrees: boolean | undefined) =>
	agrees === undefined ? '' : agrees ? ': the interventions agree' : ': the interventions differ';

/** "chain broken: rax", "left out: imul rax, rcx". */
export function interventionName({ kind, at, register }: Tried, lines: readonly string[]): string {
	const of = register ?? (at === undefined ? undefined : lines[at]);
	return of === undefined ? kinds[kind] : `${kinds[kind]}: ${of}`;
}

/** "touches too many pages (2); divides by zero (1)". */
export function droppedReasons(tried: Why['tried']): { count: number; reasons: string } {
	const dropped = tried.flatMap(({ result }) => ('dropped' in result ? [result.dropped] : []));
	const groups = [...Map.groupBy(dropped, (reason) => reason)].sort(
		([, a], [, b]) => b.length - a.length
	);
	return {
		count: dropped.length,
		reasons: groups.map(([reason, some]) => `${reason} (${some.length})`).join('; ')
	};
}
