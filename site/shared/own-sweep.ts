/** The sweep that kernels of free play declare: a call of `parameter`, and behind it a comment with its values. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';

/** More values of one parameter are not measured: each takes as long as a kernel without one. */
const mostValues = 16;
const largest = 2 ** 40;

const declaration =
	/parameter\(\s*"([a-z][a-z0-9-]{0,47})"\s*,[^)\n]*\)[^\n]*?(?:\/\/|#|\/\*)\s*values:\s*([\d_, ]+)(bytes)?/i;

/**
 * Of `cyclelab_parameter("size", 4096); // values: 1024, 4096, 16384 bytes`. Absent if no kernel has such a line, or it has
 * fewer than two values.
 * @param sources of all kernels; the first declaration holds for all of them
 */
export function ownSweep(sources: readonly string[]): Facts['sweep'] {
	for (const source of sources) {
		const [, name, list = '', unit] = declaration.exec(source) ?? [];
		if (name === undefined) continue;
		const all = list.split(/[, ]+/).map((value) => Number(value.replaceAll('_', '')));
		const values = [...new Set(all)]
			.filter((value) => value > 0 && value <= largest)
			.sort((a, b) => a - b)
			.slice(0, mostValues);
		const [first = 1, last = 1] = [values[0], values.at(-1)];
		if (values.length < 2) continue;
		return {
			name,
			label: `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`,
			unit: unit ? 'bytes' : 'count',
			scale: last / first >= 8 ? 'log' : 'linear',
			values,
			changesWork: true
		};
	}
	return undefined;
}

/** Facts of free play with the sweep of its sources; any other facts as they are. */
export function withOwnSweep(facts: Facts, sources: readonly string[]): Facts {
	const sweep = facts.free ? ownSweep(sources) : undefined;
	if (!sweep) return facts;
	// Nobody is asked there; every place of an exercise with a sweep has a value.
	const { of, to } = facts.question;
	const parameters = { [sweep.name]: sweep.values[0] ?? 1 };
	const question = { ...facts.question, of: { ...of, parameters }, to: { ...to, parameters } };
	return { ...facts, sweep, question };
}
