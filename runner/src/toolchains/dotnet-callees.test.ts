import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at, listingIn, rowsIn } from '../../fixtures/dotnet/recorded.ts';
import { withCallees } from './coreclr.ts';
import { methodsOf } from './dotnet-code.ts';
import { printsOf, readJitPrint } from './jit-print.ts';

const recorded = (file: string) => readFileSync(at(file));

const methods = methodsOf(rowsIn(recorded('chase.shown.jsonl')).runtime ?? []);
const prints = printsOf(methods, readJitPrint(recorded('chase.jit.txt').toString()));
const listing = listingIn(recorded('chase.objdump.txt'));

const callsOf = (functions: ReturnType<typeof withCallees>) =>
	functions.flatMap(({ instructions }) =>
		instructions.flatMap(({ flow, text, callee, target }) =>
			flow === 'call' ? [{ text, callee, target }] : []
		)
	);

it('calls into the runtime have the names that the just-in-time compiler printed', () => {
	expect(callsOf(withCallees(listing, prints)).map(({ callee }) => callee)).toEqual([
		'CORINFO_HELP_NEWARR_1_VC',
		'CORINFO_HELP_ASSIGN_REF',
		'CORINFO_HELP_OVERFLOW',
		'CORINFO_HELP_RNGCHKFAIL',
		'CORINFO_HELP_OVERFLOW',
		'CORINFO_HELP_RNGCHKFAIL'
	]);
});

it('a call of a method that is shown leads to its code, unless another may be called in its place', () => {
	const [setup, run] = methods;
	const [own] = prints.values();
	if (!setup || !run || !own) throw new Error('nothing recorded');
	const [call] = own.calls.keys();
	const name = prints.get(run)?.name ?? '';
	const with_ = (direct: boolean) => {
		const calls = new Map([[call ?? 0, { name, direct }]]);
		return callsOf(withCallees(listing, new Map([...prints, [setup, { ...own, calls }]])))[0];
	};
	expect(with_(true)).toMatchObject({ callee: run.name, target: run.at });
	expect(with_(true)?.text).toMatch(/^call .* <Kernel::Run\(uint64\)>$/);
	expect(with_(false)).toMatchObject({ callee: run.name });
	expect(with_(false)?.target).not.toBe(run.at);
});

it('a target that no print names and no method contains has no name', () => {
	const nameless = new Map(
		[...prints].map(([method, print]) => [method, { ...print, calls: new Map() }])
	);
	expect(callsOf(listing).every(({ callee }) => callee !== undefined)).toBe(true);
	for (const { callee, text } of callsOf(withCallees(listing, nameless))) {
		expect(callee).toBeUndefined();
		expect(text).toMatch(/^call (?:0x[0-9a-f]+|qword ptr \[.*\])$/);
	}
});

it('jumps within a method stay as they are', () => {
	const jumps = (functions: typeof listing) =>
		functions.flatMap(({ instructions }) => instructions.filter(({ flow }) => flow === 'branch'));
	expect(jumps(withCallees(listing, prints))).toEqual(jumps(listing));
});
