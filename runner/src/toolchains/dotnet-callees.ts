/**
 * What just-in-time compiled code calls, by name, and by address where it is a method that is shown. objdump names every target
 * after the symbol before it, be it ever so far away; the just-in-time compiler's print has the names.
 */
import type { Decoded, DecodedFunction } from '../inspect/listing.ts';
import type { Method } from './dotnet-code.ts';
import type { PrintedCall, PrintedMethod } from './jit-print.ts';

/** @param prints of the methods that `functions` are the listing of */
export function withCallees(
	functions: readonly DecodedFunction[],
	prints: ReadonlyMap<Method, PrintedMethod>
): DecodedFunction[] {
	const byAddress = new Map([...prints].map(([{ at }, print]) => [at, print]));
	const byName = new Map([...prints].map(([method, { name }]) => [name, method]));
	const named = (instruction: Decoded, { name, direct }: PrintedCall): Decoded => {
		const method = byName.get(name);
		const callee = method?.name ?? name;
		const text = `${instruction.text.replace(/ <.*>$/, '')} <${callee}>`;
		return { ...instruction, callee, text, ...(method && direct ? { target: method.at } : {}) };
	};
	return functions.map((decoded) => {
		const calls = byAddress.get(decoded.address)?.calls;
		return {
			...decoded,
			instructions: decoded.instructions.map((step) => {
				const call = calls?.get(step.address - decoded.address);
				return call ? named(step, call) : step;
			})
		};
	});
}
