import { beforeEach, expect, test } from 'vitest';
import type { MeasuredBlock } from '@cyclelab/contract/schema/blocks';
import { unsteady, type BlockCost } from './cost.ts';
import { digest } from './digest.ts';
import { commonTexts } from './form-trials.ts';
import { blockFromText } from './from-text.ts';
import {
	createWaitingBlocks,
	mostWaiting,
	trialsAtOnce,
	waitingPredictor,
	type BlockMeasurement,
	type Trial,
	type WaitingBlocks
} from './waiting-blocks.ts';

const now = Date.parse('2026-01-02T03:04:05.000Z');
const tenMinutes = 10 * 60 * 1000;
const hour = 6 * tenMinutes;
const { id } = waitingPredictor;

function measuredBlock(...lines: string[]): BlockMeasurement {
	const block = blockFromText(lines.join('\n'));
	if (!block) throw new Error(`It is not read: ${lines.join('; ')}`);
	const measured: MeasuredBlock = {
		digest: digest(block.text),
		from: 'a test',
		category: 'scalar' as const,
		length: lines.length,
		chained: true,
		text: block.text,
		cycles: { median: 3, low: 3, high: 3 },
		at: '2026-01-02T03:04:05.000Z',
		answers: { other: 5 }
	};
	return { block, measured };
}

/** A cycle for each line of the trial. */
const lineByLine = ({ text }: Trial): BlockCost => {
	const median = text.split('\n').length;
	return { cycles: { median, low: median, high: median } };
};

/** Measures until nothing is open; the trials of each round. */
function measureAll(waiting: WaitingBlocks, at: number, cost = lineByLine): Trial[][] {
	const rounds: Trial[][] = [];
	for (let trials = waiting.next(at); trials.length > 0; trials = waiting.next(at)) {
		if (rounds.push(trials) > 100) throw new Error('There is no end of trials.');
		waiting.note(trials, trials.map(cost), at);
	}
	return rounds;
}

let waiting: WaitingBlocks;
beforeEach(() => {
	waiting = createWaitingBlocks();
});

test('nothing is measured for no block; a block waits for its trials, and the next of the same forms for none', () => {
	expect(waiting.next(now)).toEqual([]);
	waiting.add([measuredBlock('imul rax, rcx', 'add rdx, r8')]);
	expect(waiting.answered(now)).toEqual([]);
	const rounds = measureAll(waiting, now);
	const texts = rounds.flat().map(({ text }) => text);
	expect(new Set(texts).size).toBe(texts.length);
	expect(texts).toEqual(expect.arrayContaining([...commonTexts]));
	expect(texts).toHaveLength(commonTexts.length + 4);
	const [answered] = waiting.answered(now);
	// A line is one instance: a chain of one line takes a cycle.
	expect(answered?.answers).toEqual({ other: 5, [id]: 1 + 1 });
	expect(answered?.figures?.forms).toMatchObject([
		{ form: 'imul r64, r64', latency: { median: 1 }, at: '2026-01-02T03:04:05.000Z' },
		{ form: 'add r64, r64', throughput: { median: 1 } }
	]);
	expect(waiting.size()).toBe(0);

	waiting.add([measuredBlock('add rbx, rcx', 'imul r9, r10')]);
	expect(waiting.next(now)).toEqual([]);
	expect(waiting.answered(now)).toHaveLength(1);
});

test('a trial without a believable time is measured as a longer line, three times, and again after ten minutes', () => {
	waiting.add([measuredBlock('imul rax, rcx', 'imul rdx, rcx')]);
	const noisy = (trial: Trial): BlockCost =>
		trial.text === 'imul rax, rcx' ? { dropped: unsteady.noise } : lineByLine(trial);
	const tried = measureAll(waiting, now, noisy).flat();
	const times = (trials: Trial[]) =>
		trials.filter(({ text }) => text === 'imul rax, rcx').map((trial) => trial.times);
	expect(times(tried)).toEqual([1, 3, 3]);
	const [answered] = waiting.answered(now);
	expect(answered?.answers[id]).toEqual({
		refused: 'imul r64, r64 was not measured on this core.'
	});
	expect(answered).not.toHaveProperty('figures');
	waiting.add([measuredBlock('imul rax, rcx', 'imul rdx, rcx')]);
	expect(waiting.next(now + tenMinutes - 1)).toEqual([]);
	expect(times(measureAll(waiting, now + tenMinutes + 1).flat())).toEqual([1]);
	expect(waiting.answered(now + tenMinutes + 1)[0]?.answers[id]).toBe(2);
});

test('a trial that faults is given up at once, and one that does not build once it is alone', () => {
	waiting.add([measuredBlock('imul rax, rcx', 'add rdx, r8')]);
	const unreadable = 'add rax, rcx';
	let rounds = 0;
	for (let trials = waiting.next(now); trials.length > 0; trials = waiting.next(now)) {
		if (rounds++ > 30) throw new Error('There is no end of trials.');
		if (trials.some(({ text }) => text === unreadable)) waiting.failed(trials, now);
		else
			waiting.note(
				trials,
				trials.map((trial) =>
					trial.text.startsWith('imul') ? { dropped: 'touches too many pages' } : lineByLine(trial)
				),
				now
			);
	}
	expect(waiting.answered(now)[0]?.answers[id]).toHaveProperty('refused');
});

test('figures are measured again after a day', () => {
	const one = measuredBlock('imul rax, rcx', 'add rdx, r8');
	waiting.add([one]);
	const all = measureAll(waiting, now).flat();
	waiting.answered(now);
	const later = now + 25 * hour;
	waiting.add([one]);
	expect(waiting.answered(later)).toEqual([]);
	expect(measureAll(waiting, later).flat()).toHaveLength(all.length);
	const [answered] = waiting.answered(later);
	expect(answered?.figures?.forms[0]?.at).toBe(new Date(later).toISOString());
});

test('at most some blocks wait, and a round has at most a program’s trials', () => {
	for (let from = 0; from < mostWaiting + 10; from++)
		waiting.add([measuredBlock('imul rax, rcx', `add rdx, 0x${from + 1}`)]);
	expect(waiting.size()).toBe(mostWaiting);
	expect(waiting.next(now)).toHaveLength(trialsAtOnce);
	// Without the time of a load nothing is answered, and nothing is measured for ever.
	measureAll(waiting, now, () => ({ dropped: 'touches too many pages' }));
	expect(waiting.answered(now)).toEqual([]);
	expect(waiting.size()).toBe(mostWaiting);
});
