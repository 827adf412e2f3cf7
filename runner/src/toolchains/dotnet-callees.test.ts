import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at, listingIn, rowsIn } from '../../fixtures/dotnet/recorded.ts';
import { withCallees } from './dotnet-callees.ts';
import { methodsOf } from './dotnet-code.ts';

const recorded = (file: string) => readFileSync(at(file));

const rows = rowsIn(recorded('chase.shown.jsonl')).runtime ?? [];
const methods = methodsOf(rows);
const listing = listingIn(recorded('chase.objdump.txt'));

const callsOf = (functions: ReturnType<typeof withCallees>) =>
	functions.flatMap(({ instructions }) =>
		instructions.flatMap(({ flow, text, callee, target }) =>
			flow === 'call' ? [{ text, callee, target }] : []
		)
	);

it("calls into the runtime are not named after the learner's last method", () => {
	expect(callsOf(withCallees(listing, methods, rows)).map(({ text }) => text)).toEqual([
		'call 0x7f5109227ee0 <CoreCLR>',
		'call 0x7f51092b97f1 <CoreCLR>',
		'call 0x7f510922e130 <CoreCLR>',
		'call 0x7f510922e130 <CoreCLR>'
	]);
});

it('a call through a stub is named after the method behind it', () => {
	const [to = 0] = methods.map(({ at }) => at);
	const stub = { t: 'stub', at: 0x7f5109227ee0, to } as const;
	expect(callsOf(withCallees(listing, methods, [...rows, stub]))[0]).toEqual({
		text: 'call 0x7f5109227ee0 <Kernel::Setup(uint64)>',
		callee: 'Kernel::Setup(uint64)',
		target: to
	});
});

it('jumps within a method stay as they are', () => {
	const jumps = (functions: typeof listing) =>
		functions.flatMap(({ instructions }) => instructions.filter(({ flow }) => flow === 'branch'));
	expect(jumps(withCallees(listing, methods, rows))).toEqual(jumps(listing));
});
