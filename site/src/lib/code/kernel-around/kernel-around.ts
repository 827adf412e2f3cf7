/** Writes a kernel around a function of a file that has none, so that a run can measure it. Pure. */
import type { Language } from '@cyclelab/exercises/schema';
import { c, cpp } from './c.ts';
import { crystal } from './crystal.ts';
import { csharp } from './csharp.ts';
import { elements, type Callable, type Dialect, type Parts } from './dialect.ts';
import { go } from './go.ts';
import { rust, withoutDivan } from './rust.ts';

const dialects: Record<Language, Dialect> = { c, cpp, rs: rust, go, cr: crystal, cs: csharp };

const isNeither = (name: string) => !/^(?:kernel|setup|init)$/.test(name);

/** The functions that a kernel can be written around: benchmarks, a whole program, and functions of numbers and of arrays of numbers. */
export function callablesIn(text: string, language: Language): Callable[] {
	const { find, main, isNumber, nothing, elementOf, benchmarks } = dialects[language];
	const found = benchmarks?.find(text) ?? [];
	if (found.length > 0)
		return found.map((benchmark) => ({
			name: benchmark.name,
			returns: '',
			parameters: [],
			benchmark
		}));
	return find(language === 'rs' ? withoutDivan(text) : text)
		.filter(({ name }) => isNeither(name))
		.flatMap((callable) => {
			const { name, returns, parameters } = callable;
			if (name === main) return [{ ...callable, parameters: [] }];
			const isData = (type: string) => isNumber(type) || callable.structures?.has(type) === true;
			const isKnown =
				parameters.every((type) => isData(elementOf(type) ?? type)) &&
				(nothing.includes(returns) ||
					isData((callable.structures && elementOf(returns)) ?? returns));
			return isKnown ? [callable] : [];
		});
}

/**
 * The text with a kernel behind it that calls the function once an iteration. A call with numbers alone waits for the result
 * of the call before, so that no compiler computes all of them at once.
 */
export function withKernel(text: string, callable: Callable, language: Language): string {
	const { elementOf, isWhole, data, write, benchmarks } = dialects[language];
	if (callable.benchmark && benchmarks)
		return `${benchmarks.write(text, callable.benchmark).join('\n')}\n`;
	const arrays = callable.parameters.flatMap((type) => elementOf(type) ?? []);
	const call: Parts['call'] = (number, array = (name) => name) => {
		let n = 0;
		const values = callable.parameters.map((type) => {
			if (elementOf(type) !== undefined) return array(`data${n++}`, type);
			return arrays.length > 0 && isWhole(type) ? `${elements}` : number(type);
		});
		return `${callable.name}(${values.join(', ')})`;
	};
	const how =
		arrays.length > 0
			? ` Its arrays have ${elements} elements, set from the seed.`
			: callable.parameters.length > 0
				? ' Each call waits for the result of the call before.'
				: '';
	const setup = arrays.length > 0 ? data(arrays, callable) : [];
	const says = `Calls ${callable.name} once an iteration.${how}`;
	const own = language === 'rs' ? withoutDivan(text) : text;
	const written = `${write({ text: own, callable, arrays, setup, call, says }).join('\n')}\n`;
	if (callable.name !== 'sum') return written;
	// The kernel's own variable would hide the function.
	const from = written.indexOf(says) + says.length;
	return written.slice(0, from) + written.slice(from).replaceAll(/\bsum\b(?!\()/g, 'total');
}
