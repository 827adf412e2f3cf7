/** Latencies and throughputs of instructions, measured in a real sandbox: relations that hold on every x86-64 processor. */
import { expect, test } from 'vitest';
import { blockFromText } from '../../../runner/src/blocks/from-text.ts';
import { examplesOf } from '../../../runner/src/blocks/form-trials.ts';
import { ownPrediction } from '../../../runner/src/blocks/own-prediction.ts';
import type { TrialTime } from '../../../runner/src/blocks/trial-figures.ts';
import { measureForms } from '../../../runner/src/job/measure-forms.ts';
import { benchForAll } from '../hooks.ts';

const bench = benchForAll();

const blockOf = (...lines: string[]) => {
	const block = blockFromText(lines.join('\n'));
	if (!block) throw new Error(`It is not read: ${lines.join('; ')}`);
	return block;
};

test.skipIf(process.arch !== 'x64')(
	'a multiplication takes longer than an addition, a load longer than both an addition and its own stream',
	async () => {
		const instructions = [
			'add rax, rcx',
			'imul rax, rcx',
			'cmp rax, rcx',
			'add rax, qword ptr [rdi]'
		];
		const blocks = instructions.map((line) => blockOf(line));
		const { signal } = new AbortController();
		const known = new Map<string, TrialTime | undefined>();
		const measured = (seed: number) =>
			measureForms(bench.workshop, examplesOf(blocks), known, seed, signal);
		let figures = await measured(0);
		// A trial can be too noisy for a time, or have several times with one layout of the stack. An idle runner asks again with
		// another seed for what has none, and so does this test.
		const chained = ['add r64, r64', 'imul r64, r64', 'cmp r64, r64'];
		const missing = () => chained.filter((form) => !figures.forms.get(form)?.latency);
		const loading = 'add r64, m qword';
		const hasAll = () =>
			missing().length === 0 && figures.forms.has('nop') && figures.forms.has(loading);
		for (let seed = 1; seed < 12 && !hasAll(); seed++) figures = await measured(seed);
		expect(missing()).toEqual([]);
		const cycles = (form: string, of: 'latency' | 'throughput') =>
			figures.forms.get(form)?.[of]?.median ?? NaN;
		const both = (form: string) => ({
			latency: cycles(form, 'latency'),
			throughput: cycles(form, 'throughput')
		});
		const [add, imul] = [both('add r64, r64'), both('imul r64, r64')];
		expect(imul.latency).toBeGreaterThan(1.5 * add.latency);
		expect(imul.throughput).toBeLessThan(0.8 * imul.latency);
		expect(figures.load).toBeGreaterThan(1.5 * add.latency);
		// Where loads wait for one another's banks, their stream may have several times with every seed: then it has no figure.
		const streamed = figures.forms.get(loading)?.throughput.median;
		if (streamed === undefined)
			expect([...known].filter(([, time]) => !time).map(([text]) => text)).toEqual([
				expect.stringContaining('qword ptr [rdi + 0x48]')
			]);
		else expect(streamed).toBeLessThan(0.5 * figures.load);
		expect(figures.slot).toBeLessThanOrEqual(1.05 * add.throughput);
		const predicted = (line: string) => ownPrediction(blockOf(line), figures, 'nested');
		expect(predicted('imul rax, rcx')).toBeCloseTo(imul.latency, 9);
		expect(predicted('sub rax, rcx')).toHaveProperty('refused');
		// Nothing that has a time is measured twice. A trial that was too noisy can have a time now.
		const trials = new Map([...known].filter(([, time]) => time));
		const { size } = known;
		const again = await measured(0);
		expect(known.size).toBe(size);
		expect(new Map([...trials.keys()].map((key) => [key, known.get(key)]))).toEqual(trials);
		for (const [form, figure] of figures.forms) expect(again.forms.get(form)).toMatchObject(figure);
	},
	240_000
);
