/** What an exercise's rows cost: time, and what its meters count. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';

/** What an amount is counted in, before it is scaled for people. */
export type Unit = 'cycles' | 'ns' | 'bytes' | 'count';

export interface Quantity {
	/** `time`, or the id of a meter. */
	id: string;
	/** Heading of its table, for meters the exercise's own words. */
	label: string;
	unit: Unit;
}

/** Time and the exercise's meters; first what its question is about. */
export function quantitiesOf(facts: Pick<Facts, 'unit' | 'meters' | 'question'>): Quantity[] {
	const all: Quantity[] = [{ id: 'time', label: 'Time', unit: facts.unit }, ...facts.meters];
	const asked = (quantity: Quantity) => Number(quantity.id === facts.question.measure);
	return all.toSorted((a, b) => asked(b) - asked(a));
}

/** A unit fit for all numbers of a table. */
export interface Scale {
	/** Amounts are divided by this. */
	divisor: number;
	/** As it stands beside a number: `ns`, `ms`, `KiB`; nothing for a count. */
	short: string;
	/** As it stands over a table. */
	words: string;
}

const steps: Record<Unit, readonly [Scale, ...Scale[]]> = {
	cycles: [{ divisor: 1, short: 'cycles', words: 'clock cycles per iteration' }],
	ns: [
		{ divisor: 1, short: 'ns', words: 'nanoseconds per iteration' },
		{ divisor: 1e3, short: 'µs', words: 'microseconds per iteration' },
		{ divisor: 1e6, short: 'ms', words: 'milliseconds per iteration' }
	],
	bytes: [
		{ divisor: 1, short: 'bytes', words: 'bytes per iteration' },
		{ divisor: 1024, short: 'KiB', words: 'KiB per iteration' },
		{ divisor: 1024 ** 2, short: 'MiB', words: 'MiB per iteration' }
	],
	count: [{ divisor: 1, short: '', words: 'counted per iteration' }]
};

/** The largest unit of which there is at least one in the smallest amount; an amount of zero asks for none. */
export function scaleOf(unit: Unit, values: readonly number[]): Scale {
	const least = Math.min(...values.filter((value) => value > 0));
	const [first, ...larger] = steps[unit];
	// Without any amount `least` is infinite, and the first unit is as good as any.
	return (Number.isFinite(least) && larger.findLast(({ divisor }) => least >= divisor)) || first;
}
