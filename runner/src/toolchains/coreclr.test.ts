import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at, printed, rowsIn } from '../../fixtures/dotnet/recorded.ts';
import { placesIn } from './coreclr-code.ts';
import { coreclr } from './coreclr.ts';
import { methodsOf } from './dotnet-code.ts';
import type { Build, StepResult, DisassembledProgram } from './toolchain.ts';

const recorded = (file: string) => readFileSync(at(file));

const where = { stage: 'count', variant: 'chase' } as const;
const build: Build = {
	variant: 'chase',
	language: 'cs',
	compiler: 'coreclr-3.1',
	target: 'x86-64',
	flags: ['-checked'],
	source: 'public static class Kernel { }'
};
const made = { artifacts: ['chase.dll', 'chase.dll.mdb'], text: '', diagnostics: [] };
const ended = (change: Partial<StepResult>): StepResult => ({
	...printed(recorded('mcs.txt')),
	stdout: Buffer.alloc(0),
	fetched: new Map(),
	...change
});

/** `see`, handed what the tools gave when it was recorded; `more`: rows before the last one. */
function seen(more = ''): {
	seen: DisassembledProgram;
	elf: Buffer | undefined;
	commands: string[][];
} {
	const said = recorded('chase.shown.jsonl').toString().replace('{"t":"end"', `${more}{"t":"end"`);
	const steps = coreclr.disassemble(build, made);
	const first = steps.next();
	const second = steps.next([
		ended({ results: Buffer.from(said) }),
		ended({ stdout: recorded('chase.mdb') })
	]);
	const third = steps.next([ended({ stdout: recorded('chase.objdump.txt') })]);
	if (first.done || second.done || !third.done || !third.value.ok) throw new Error('not seen');
	return {
		seen: third.value.value,
		elf: second.value[0]?.put?.['chase.jit.elf'],
		commands: [...first.value, ...second.value].map(({ command }) => command.argv)
	};
}

it('a first process runs as many iterations as are counted', () => {
	const asked = (iterations?: number) => {
		const first = coreclr.disassemble(build, made, iterations).next();
		return first.done ? undefined : first.value[0]?.command.env.CYCLELAB_COUNT;
	};
	expect([asked(4), asked()]).toEqual(['4', '16384']);
});

it('the code is what a first process ran, disassembled from an ELF made of it', () => {
	const { seen: result, elf, commands } = seen();
	expect(commands.map(([program]) => program)).toEqual([
		'/opt/coreclr/dotnet',
		'/usr/bin/cat',
		'/usr/bin/llvm-objdump-19'
	]);
	const [setup] = methodsOf(rowsIn(recorded('chase.shown.jsonl')).runtime ?? []);
	expect(elf?.includes(setup?.bytes ?? 'nothing')).toBe(true);
	expect(result.functions.map(({ symbol, instructions }) => [symbol, instructions.length])).toEqual(
		[
			['Kernel::Setup(uint64)', 35],
			['kernel', 24]
		]
	);
});

describe('another process', () => {
	const shown = seen().seen;
	const counted = rowsIn(recorded('chase.counted.jsonl'));

	it('ran the same code elsewhere', () => {
		const places = placesIn(counted, shown, where);
		const found = places.ok && [...places.value].map(([{ symbol }, at]) => [symbol, at]);
		expect(found).toEqual([
			['Kernel::Setup(uint64)', 0x3f8a6c45d0],
			['kernel', 0x3f8a6c4760]
		]);
		expect(coreclr.doubt?.(counted, shown, 'chase')).toBeUndefined();
	});

	it('ran the same code though a call is shown with the method behind its stub as target', () => {
		const stub = '{"t":"stub","at":"7f5109227ee0","to":"7f508feb68f0"}\n';
		const { functions, memo } = seen(stub).seen;
		const calls = functions[0]?.instructions.filter(({ flow }) => flow === 'call') ?? [];
		expect(calls[0]).toMatchObject({ target: 0x7f508feb68f0, callee: 'Kernel::Run(uint64)' });
		expect(placesIn(counted, { functions, memo }, where).ok).toBe(true);
	});

	it('is not believed if its code was another', () => {
		const runtime = counted.runtime?.map((row) =>
			row.t === 'code' ? { ...row, bytes: row.bytes.replace('48ffc1', '48ffc9') } : row
		);
		expect(coreclr.doubt?.({ ...counted, ...(runtime && { runtime }) }, shown, 'chase')).toEqual({
			stage: 'measure',
			variant: 'chase',
			kind: 'implausible',
			reason: 'CoreCLR made other code of Kernel::Run(uint64) than what is shown.'
		});
	});

	it('is not believed if it reports no code', () => {
		const silent = rowsIn(recorded('chase.counted.jsonl'));
		delete silent.runtime;
		expect(coreclr.doubt?.(silent, shown, 'chase')).toMatchObject({
			reason: 'Its runtime did not say which code it ran.'
		});
	});
});

it("mcs is given our flags, the learner's and nothing of a shell", () => {
	const first = coreclr.build(build).next();
	expect(first.done ? [] : first.value[0]?.command.argv).toEqual([
		'/usr/bin/mono-sgen',
		'/usr/lib/mono/4.5/mcs.exe',
		'-debug',
		'-optimize+',
		'-unsafe',
		'-checked',
		'-nologo',
		'-target:library',
		'-r:/opt/cyclelab/lib/Cyclelab.dll',
		'-out:{out}/chase.dll',
		'{in}/chase.cs'
	]);
});
