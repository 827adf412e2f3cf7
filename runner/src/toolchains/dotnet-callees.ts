/**
 * What just-in-time compiled code calls, by name, and by address where it is a method that is shown. objdump names every target
 * after the symbol before it, be it ever so far away; the just-in-time compiler's print has the names. A target in none of the
 * methods that the print does not name has no name.
 */
import type { Decoded, DecodedFunction } from '../inspect/listing.ts';
import type { Method } from './dotnet-code.ts';
import type { PrintedCall, PrintedMethod } from './jit-print.ts';

/** As objdump writes it behind a target. */
const name = / <.*>$/;

/** @param prints of the methods that `functions` are the listing of */
export function withCallees(
	functions: readonly DecodedFunction[],
	prints: ReadonlyMap<Method, PrintedMethod>
): DecodedFunction[] {
	const byAddress = new Map([...prints].map(([{ at }, print]) => [at, print]));
	const byName = new Map([...prints].map(([method, { name }]) => [name, method]));
	const nameless = ({ callee: _, ...instruction }: Decoded): Decoded => ({
		...instruction,
		text: instruction.text.replace(name, '')
	});
	const isShown = (target: number) =>
		functions.some(
			({ address, instructions }) =>
				target >= address && target <= (instructions.at(-1)?.address ?? address)
		);
	const named = (instruction: Decoded, { name: printed, direct }: PrintedCall): Decoded => {
		const method = byName.get(printed);
		const callee = method?.name ?? printed;
		const text = `${instruction.text.replace(name, '')} <${callee}>`;
		return { ...instruction, callee, text, ...(method && direct ? { target: method.at } : {}) };
	};
	return functions.map((decoded) => {
		const calls = byAddress.get(decoded.address)?.calls;
		return {
			...decoded,
			instructions: decoded.instructions.map((step) => {
				const call = calls?.get(step.address - decoded.address);
				if (call) return named(step, call);
				const { callee, target } = step;
				return callee === undefined || target === undefined || isShown(target)
					? step
					: nameless(step);
			})
		};
	});
}
