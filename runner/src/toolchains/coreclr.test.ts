import { defined } from '@cyclelab/contract/defined';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at, rowsIn } from '../../fixtures/dotnet/recorded.ts';
import { drive, ended } from '../../fixtures/outputs.ts';
import { placesIn } from './coreclr-code.ts';
import { coreclr } from './coreclr.ts';
import type { Build, DisassembledProgram } from './toolchain.ts';

const recorded = (file: string) => readFileSync(at(file));

const where = { stage: 'count', variant: 'chase' } as const;
const build: Build = {
	variant: 'chase',
	language: 'cs',
	compiler: 'coreclr-8.0',
	target: 'x86-64',
	flags: ['-checked'],
	source: 'public static class Kernel { }'
};
const made = { artifacts: ['chase.dll', 'chase.dll.mdb'], text: '', diagnostics: [] };
const print = recorded('chase.jit.txt').toString();
const firstProcess = (printed: string) => [
	ended({
		results: recorded('chase.shown.jsonl'),
		fetched: new Map([['chase.jit.txt', Buffer.from(printed)]])
	}),
	ended({ stdout: recorded('chase.mdb') })
];

/** `see`, handed what the tools gave when it was recorded. */
function seen(): DisassembledProgram {
	const { result } = drive(coreclr.disassemble(build, made), firstProcess(print), [
		ended({ stdout: recorded('chase.objdump.txt') })
	]);
	if (!result.ok) throw new Error('not seen');
	return result.value;
}

it('a first process runs as many iterations as are counted', () => {
	const asked = (iterations?: number) => {
		const first = coreclr.disassemble(build, made, iterations).next();
		return first.done ? undefined : first.value[0]?.command.env.CYCLELAB_COUNT;
	};
	expect([asked(4), asked()]).toEqual(['4', '16384']);
});

it('the page shows the tier, and the runtime’s own print of the same code', () => {
	const { origin, representations } = seen();
	expect(origin).toContain('the kernel in the tier FullOpts');
	expect(representations?.[0]?.phases[0]?.text).toMatch(
		/^; Assembly listing for method Kernel:Run/
	);
});

it('code is not shown if the runtime printed other code', () => {
	const first = firstProcess(print.replace('4883C601 ', '4883EE01 '));
	const further = first.slice(0, 1);
	const listed = [ended({ stdout: recorded('chase.objdump.txt') })];
	const { result } = drive(coreclr.disassemble(build, made), first, further, listed, further);
	expect(result).toEqual({
		ok: false,
		failure: {
			stage: 'count',
			variant: 'chase',
			kind: 'implausible',
			bound: 'sameCode',
			reason: 'CoreCLR printed other code of Kernel::Run(uint64) than it ran.'
		}
	});
});

describe('if the print of a process is mixed', () => {
	const mixed = `${recorded('threads.jit.txt').toString()}\n`;
	const listing = ended({ stdout: recorded('chase.objdump.txt') });
	const both = 'Kernel:Setup Kernel:Run';
	/** What each process was asked to print, and the end, if further processes print these. */
	const afterMixed = (...further: string[]) => {
		const steps = coreclr.disassemble(build, made);
		steps.next();
		const asked: unknown[] = [];
		let next = steps.next(firstProcess(mixed));
		expect(next.value).toMatchObject([{ command: { env: { DOTNET_JitDisasm: '*' } } }]);
		steps.next(firstProcess(mixed).slice(0, 1));
		next = steps.next([listing]);
		for (const text of further) {
			if (next.done) break;
			asked.push(next.value[0]?.command.env.DOTNET_JitDisasm);
			next = steps.next(firstProcess(text).slice(0, 1));
		}
		return { asked, end: next.done ? next.value : undefined };
	};
	const seenAtOnce = { ok: true, value: seen() };

	it('another process is asked for all', () => {
		const steps = coreclr.disassemble(build, made);
		steps.next();
		steps.next(firstProcess(mixed));
		steps.next(firstProcess(print).slice(0, 1));
		expect(steps.next([listing])).toEqual({ done: true, value: seenAtOnce });
	});

	it('and then one for what is missing', () => {
		expect(afterMixed(print)).toEqual({ asked: [both], end: seenAtOnce });
	});

	it('and for one method alone, with which nothing is mixed', () => {
		const from = print.indexOf('; Assembly listing for method Kernel:Run');
		expect(from).toBeGreaterThan(0);
		const setupAlone = print.slice(0, from);
		expect(afterMixed(mixed, setupAlone, print)).toEqual({
			asked: [both, 'Kernel:Setup', 'Kernel:Run'],
			end: seenAtOnce
		});
	});

	it('and if no process has all, the learner reads why, and is not accused', () => {
		const { asked, end } = afterMixed(...Array.from({ length: 9 }, () => mixed));
		expect(asked).toEqual([0, 1, 2, 3].flatMap(() => [both, 'Kernel:Setup']));
		expect(end).toEqual({
			ok: false,
			failure: {
				stage: 'compile',
				variant: 'chase',
				kind: 'refused',
				reason:
					'The program’s threads had methods compiled at the same moment, so CoreCLR’s listings of them are mixed'
			}
		});
	});
});

describe('another process', () => {
	const shown = seen();
	const counted = rowsIn(recorded('chase.counted.jsonl'));

	it('ran the same code elsewhere', () => {
		const places = placesIn(counted, shown, where);
		const found = places.ok && [...places.value].map(([{ symbol }, at]) => [symbol, at]);
		expect(found).toEqual([
			['Kernel::Setup(uint64)', 0x3f84c72800],
			['kernel', 0x3f84c729c0]
		]);
		expect(coreclr.doubt?.(counted, shown, 'chase')).toBeUndefined();
	});

	it('is not believed if its code was another', () => {
		const runtime = counted.runtime?.map((row) =>
			row.t === 'code' ? { ...row, bytes: row.bytes.replace('4883c601', '4883ee01') } : row
		);
		expect(coreclr.doubt?.({ ...counted, ...defined({ runtime }) }, shown, 'chase')).toEqual({
			stage: 'measure',
			variant: 'chase',
			kind: 'implausible',
			bound: 'sameCode',
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
