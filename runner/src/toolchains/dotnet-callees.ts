/**
 * What just-in-time compiled code calls, by name, and by address where it is a method that is shown. objdump names every target after the symbol before it, be it ever so far
 * away; but most calls lead into the runtime, of which the listing has no symbols, or to stubs of methods.
 */
import type { Decoded, DecodedFunction } from '../inspect/listing.ts';
import type { RuntimeRow } from '../measure/runtime-rows.ts';
import type { Method } from './dotnet-code.ts';

const runtime = 'CoreCLR';

export function withCallees(
	functions: readonly DecodedFunction[],
	methods: readonly Method[],
	rows: readonly RuntimeRow[]
): DecodedFunction[] {
	const behindStub = new Map(rows.flatMap((row) => (row.t === 'stub' ? [[row.at, row.to]] : [])));
	const methodAt = (target: number) =>
		methods.find(({ at, bytes }) => target >= at && target < at + bytes.length)?.name;
	const renamed = (own: DecodedFunction, one: Decoded): Decoded => {
		if (one.target === undefined || own.instructions.some(({ address }) => address === one.target))
			return one;
		const target = behindStub.get(one.target) ?? one.target;
		const callee = methodAt(target) ?? runtime;
		const text = one.flow === 'call' ? `${one.text.replace(/ <.*>$/, '')} <${callee}>` : one.text;
		return { ...one, target, callee, text };
	};
	return functions.map((own) => ({
		...own,
		instructions: own.instructions.map((one) => renamed(own, one))
	}));
}
