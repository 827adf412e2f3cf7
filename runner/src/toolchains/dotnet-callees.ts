/**
 * What just-in-time compiled code calls, by name, and by address where it is a method that is shown. objdump names every target after the symbol before it, be it ever so far
 * away; but most calls lead into the runtime, of which the listing has no symbols, or to stubs of methods.
 */
import type { Decoded, DecodedFunction } from '../inspect/listing.ts';
import type { RuntimeRow } from '../measure/runtime-rows.ts';
import { lastUpTo, type Method } from './dotnet-code.ts';

const runtime = 'CoreCLR';

export function withCallees(
	functions: readonly DecodedFunction[],
	methods: readonly Method[],
	rows: readonly RuntimeRow[]
): DecodedFunction[] {
	const behindStub = new Map(rows.flatMap((row) => (row.t === 'stub' ? [[row.at, row.to]] : [])));
	const byAddress = methods.toSorted((a, b) => a.at - b.at);
	const methodAt = (target: number) => {
		const method = lastUpTo(byAddress, target, ({ at }) => at);
		return method && target < method.at + method.bytes.length ? method.name : undefined;
	};
	const renamed = (own: ReadonlySet<number>, one: Decoded): Decoded => {
		if (one.target === undefined || own.has(one.target)) return one;
		const target = behindStub.get(one.target) ?? one.target;
		const callee = methodAt(target) ?? runtime;
		const text = one.flow === 'call' ? `${one.text.replace(/ <.*>$/, '')} <${callee}>` : one.text;
		return { ...one, target, callee, text };
	};
	return functions.map((one) => {
		const own = new Set(one.instructions.map(({ address }) => address));
		return { ...one, instructions: one.instructions.map((step) => renamed(own, step)) };
	});
}
