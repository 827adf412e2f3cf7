import type { Facts } from '@cyclelab/exercises/schema';
import { describe, expect, it } from 'vitest';
import {
	caches,
	forwarding,
	host,
	measured,
	prediction
} from '@cyclelab/contract/fixtures/examples';
import type { Badge, HotLoop } from '@cyclelab/contract/schema/code';
import { compare, type ToCompare } from './compare.ts';

const badge = (weight: Badge['weight'], id = 'locked'): Badge => ({
	id,
	label: 'locked operation',
	sentence: 'llvm-mca takes a locked operation for a plain one.',
	weight,
	addresses: []
});
const hotLoop = (...badges: Badge[]): HotLoop => ({
	symbol: 'kernel',
	instructions: [],
	share: 1,
	pathCoverage: 1,
	sourceIterations: 1,
	badges
});
const base: ToCompare = {
	facts: forwarding,
	variant: 'word',
	parameters: {},
	measured: measured(3),
	hotLoop: hotLoop(),
	predictions: [prediction(3)],
	refusals: [],
	host
};
const verdict = (changes: Partial<ToCompare>) => compare({ ...base, ...changes });

describe('a prediction', () => {
	it('within 10 % agrees', () => {
		expect(verdict({})).toEqual({
			predicted: 3,
			ratio: 1,
			verdict: 'agree',
			sentence: 'Predicted 3.00 cycles, measured 3.00: they agree.'
		});
	});

	it('below the measurement is too fast', () => {
		expect(verdict({ predictions: [prediction(1)], measured: measured(1.5) })).toEqual({
			predicted: 1,
			ratio: 1 / 1.5,
			verdict: 'model-too-fast',
			sentence:
				'Predicted 1.00 cycle, measured 1.50: the processor takes 1.50 times as long as the model.'
		});
	});

	it('below what the lines of its code take has that reason', () => {
		const instructions = ['0x103e', '0x1041'].map((address) => ({ address, text: 'inc rax' }));
		const { sentence } = verdict({
			hotLoop: { ...hotLoop(), instructions },
			predictions: [{ ...prediction(4), mcpu: 'znver4', cyclesPerLoop: 1 }],
			measured: measured(8)
		});
		expect(sentence).toMatch(/ 2.0 times as long as the model. A pass enters 2 lines of code /);
	});

	it('by a model whose error the exercise names has the reason beside it', () => {
		const { mcpu } = prediction(1);
		const sentence = 'The model writes one store a cycle, the core two.';
		const errors = [{ variants: ['word'], models: [mcpu], sentence }];
		const told = (modelErrors: typeof errors) =>
			verdict({
				facts: { ...forwarding, modelErrors },
				predictions: [prediction(1)],
				measured: measured(1.5)
			}).sentence;
		expect(told(errors)).toBe(
			`Predicted 1.00 cycle, measured 1.50: the processor takes 1.50 times as long as the model. ${sentence}`
		);
		expect(told([{ variants: ['word'], models: ['another'], sentence }])).not.toContain(sentence);
		expect(told([{ variants: ['bytes'], models: [mcpu], sentence }])).not.toContain(sentence);
	});

	it('outside the model and above the measurement has the reason of a named error behind the assumption', () => {
		const { mcpu } = prediction(1);
		const sentence = 'The model takes two cycles for a lea, the core one.';
		const at = (median: number) =>
			verdict({
				facts: {
					...forwarding,
					modelErrors: [{ variants: ['word'], models: [mcpu], sentence }]
				},
				hotLoop: hotLoop(badge('outside-model')),
				predictions: [prediction(4)],
				measured: measured(median)
			});
		expect(at(3).verdict).toBe('outside-the-model');
		expect(at(3).sentence.endsWith(` plain one. ${sentence}`)).toBe(true);
		expect(at(4).sentence).not.toContain(sentence);
		expect(at(8).sentence).not.toContain(sentence);
	});

	it('above the measurement is too slow', () => {
		expect(verdict({ predictions: [prediction(4)], measured: measured(2) })).toEqual({
			predicted: 4,
			ratio: 2,
			verdict: 'model-too-slow',
			sentence:
				'Predicted 4.00 cycles, measured 2.00: the processor is 2.0 times as fast as the model.'
		});
	});

	it('by a stand-in that is busy with what the processor has more of has that reason, before that of short entries', () => {
		const standIn = {
			...prediction(4),
			model: 'Znver4',
			exact: false,
			dispatchWidth: 6,
			uopsPerLoop: 24
		};
		const short = { ...hotLoop(), passesPerEntry: 64 };
		expect(
			verdict({ predictions: [standIn], measured: measured(3), hotLoop: short }).sentence
		).toBe(
			'Predicted 4.00 cycles, measured 3.00: the processor is 1.33 times as fast as the model. The model begins 6 operations a cycle, and needs all of that here; Zen 5 begins 8. LLVM has no model of this processor (AMD Zen 5): its Znver4 model stands in.'
		);
	});

	it('below the measurement may be of loads that need two lines, also outside the model', () => {
		const text = 'vmovups zmm6, zmmword ptr [rcx + 0x208150]';
		const said = (...badges: Badge[]) =>
			verdict({
				hotLoop: { ...hotLoop(...badges), instructions: [{ address: '0x1000', text }] },
				predictions: [prediction(0.5)],
				measured: measured(1)
			}).sentence;
		expect(said()).toMatch(/ Its loads of 512 bits \(1 a pass\) would explain it/);
		expect(said(badge('outside-model'))).toMatch(/ plain one\. Its loads of 512 bits /);
	});

	it('by a stand-in model is marked', () => {
		const standIn = { ...prediction(3), model: 'Znver4', exact: false };
		expect(verdict({ predictions: [standIn] }).sentence).toBe(
			'Predicted 3.00 cycles, measured 3.00: they agree. ' +
				'LLVM has no model of this processor (AMD Zen 5): its Znver4 model stands in.'
		);
	});

	it('of a loop the model cannot see into is outside it, even if close', () => {
		const far = verdict({ hotLoop: hotLoop(badge('outside-model')), measured: measured(19.3) });
		const near = verdict({ hotLoop: hotLoop(badge('outside-model')) });
		expect([far.verdict, far.sentence, near.verdict, near.sentence]).toEqual([
			'outside-the-model',
			'Predicted 3.00 cycles, measured 19.3. llvm-mca takes a locked operation for a plain one.',
			'outside-the-model',
			'Predicted 3.00 cycles, measured 3.00. They are close, perhaps by accident. ' +
				'llvm-mca takes a locked operation for a plain one.'
		]);
	});

	it('above the measurement has no reason that only adds time, but the overlap of entries', () => {
		const chased = {
			...badge('outside-model', 'assumes-l1-hits'),
			sentence: 'llvm-mca assumes that every load hits the L1 cache.'
		};
		const judged = (cycles: number, ...badges: Badge[]) => {
			const { verdict: word, sentence } = verdict({
				hotLoop: hotLoop(...badges),
				measured: measured(cycles)
			});
			return [word, sentence];
		};
		expect([
			judged(4, chased),
			judged(2, chased),
			judged(2, chased, badge('caution', 'short-trips')),
			judged(2, chased, badge('outside-model'))
		]).toEqual([
			['outside-the-model', `Predicted 3.00 cycles, measured 4.00. ${chased.sentence}`],
			[
				'model-too-slow',
				'Predicted 3.00 cycles, measured 2.00: the processor is 1.50 times as fast as the model.'
			],
			[
				'outside-the-model',
				'Predicted 3.00 cycles, measured 2.00. The loop ends soon each time it is entered, and the processor begins the next entry before the last one is done; llvm-mca lets pass follow upon pass without end.'
			],
			[
				'outside-the-model',
				'Predicted 3.00 cycles, measured 2.00. llvm-mca takes a locked operation for a plain one.'
			]
		]);
	});

	it('above the measurement may be of entries that overlap, also of hundreds of passes', () => {
		const judged = (passesPerEntry: number, cycles: number, ...badges: Badge[]) =>
			verdict({
				hotLoop: {
					...hotLoop(...badges),
					instructions: ['vaddsd xmm0, xmm0, qword ptr [rsi]', 'dec rdi', 'jne 0x1000'].map(
						(text, at) => ({ address: `0x${1000 + at}`, text })
					),
					passesPerEntry
				},
				measured: measured(cycles)
			}).verdict;
		expect([judged(64, 2), judged(256, 2), judged(800, 2), judged(64, 4)]).toEqual([
			'outside-the-model',
			'outside-the-model',
			'model-too-slow',
			'model-too-fast'
		]);
		expect(judged(64, 2, badge('caution', 'quicker-latency'))).toBe('model-too-slow');
	});

	it('of a kernel that allocates says so where the samples are far apart', () => {
		const allocates = { ...badge('caution', 'allocates'), sentence: 'It allocates memory.' };
		const sentence = (low: number, high: number, refusals: ToCompare['refusals'] = []) =>
			verdict({
				hotLoop: hotLoop(allocates),
				measured: { ...measured(6), cyclesPerIteration: { median: 6, low, high } },
				...(refusals.length > 0 && { refusals, predictions: [] })
			}).sentence;
		const refusal = { mcpu: 'znver4', noalias: true, reason: 'The loop calls f.' };
		expect(sentence(5.9, 6.1)).not.toContain(allocates.sentence);
		expect(sentence(5, 9)).toContain(allocates.sentence);
		expect(sentence(5, 9, [refusal])).toBe(
			'Measured 6.00 cycles; llvm-mca gave no prediction: The loop calls f. It allocates memory.'
		);
	});

	it('that is wrong by a figure of the model has it as the reason, in its direction alone', () => {
		const quicker = { ...badge('caution', 'quicker-latency'), sentence: 'lea takes 1 cycle.' };
		const slower = { ...badge('caution', 'slower-throughput'), sentence: 'Loads take 2 cycles.' };
		const files = { ...badge('outside-model', 'register-files'), sentence: 'There and back: 6.' };
		const judged = (cycles: number, ...badges: Badge[]) => {
			const { verdict: word, sentence } = verdict({
				hotLoop: hotLoop(...badges),
				measured: measured(cycles)
			});
			return [word, sentence];
		};
		expect([
			judged(2, slower, quicker),
			judged(6, quicker, slower),
			judged(3, quicker, slower),
			judged(6, quicker),
			judged(2, files, quicker),
			judged(6, files, slower),
			judged(3, files, slower)
		]).toEqual([
			[
				'model-too-slow',
				'Predicted 3.00 cycles, measured 2.00: the processor is 1.50 times as fast as the model. lea takes 1 cycle.'
			],
			[
				'model-too-fast',
				'Predicted 3.00 cycles, measured 6.00: the processor takes 2.0 times as long as the model. Loads take 2 cycles.'
			],
			['agree', 'Predicted 3.00 cycles, measured 3.00: they agree.'],
			[
				'model-too-fast',
				'Predicted 3.00 cycles, measured 6.00: the processor takes 2.0 times as long as the model.'
			],
			[
				'model-too-slow',
				'Predicted 3.00 cycles, measured 2.00: the processor is 1.50 times as fast as the model. lea takes 1 cycle.'
			],
			[
				'outside-the-model',
				'Predicted 3.00 cycles, measured 6.00. There and back: 6. Loads take 2 cycles.'
			],
			[
				'outside-the-model',
				'Predicted 3.00 cycles, measured 3.00. They are close, perhaps by accident. There and back: 6.'
			]
		]);
	});

	it('below the measurement may be of subnormal numbers where the loop multiplies or divides them', () => {
		const says = (text: string, cycles: number) =>
			verdict({
				hotLoop: { ...hotLoop(), instructions: [{ address: '0x1000', text }] },
				measured: measured(cycles)
			}).sentence.includes('subnormal');
		expect(
			[
				'vmulps ymm1, ymm1, ymm2',
				'divsd xmm0, xmm1',
				'vfmadd213ss xmm0, xmm1, xmm2',
				'fmul d0, d0, d1'
			].map((text) => [says(text, 6), says(text, 3), says(text, 2)])
		).toEqual(Array.from({ length: 4 }, () => [true, false, false]));
		expect(['imul rax, rcx', 'vaddps ymm1, ymm1, ymm2'].map((text) => says(text, 6))).toEqual([
			false,
			false
		]);
	});

	it('of a loop with less than three quarters of the work has the rest as its first reason', () => {
		const chased = badge('outside-model', 'assumes-l1-hits');
		const rest = { ...badge('outside-model', 'part-of-the-kernel'), sentence: 'The rest.' };
		const begins = (share: number) =>
			verdict({ hotLoop: { ...hotLoop(chased, rest), share }, measured: measured(9) }).sentence;
		expect([0.42, 0.9].map((share) => begins(share).endsWith('The rest.'))).toEqual([true, false]);
	});

	it('with a mere caution is compared', () => {
		expect(verdict({ hotLoop: hotLoop(badge('caution')) }).verdict).toBe('agree');
	});

	it('of a loop that only counts does not agree with anything, and one outside the model comes first', () => {
		const counter = {
			...badge('caution', 'only-the-counter'),
			sentence: 'Only the counter is left.'
		};
		expect(verdict({ hotLoop: hotLoop(counter) })).toEqual({
			predicted: 3,
			ratio: 1,
			verdict: 'only-the-counter',
			sentence: 'Predicted 3.00 cycles, measured 3.00. Only the counter is left.'
		});
		expect(verdict({ hotLoop: hotLoop(counter, badge('outside-model')) }).verdict).toBe(
			'outside-the-model'
		);
	});

	it('in the middle of an interval that lies wholly near it agrees', () => {
		expect(verdict({ measured: measured(3, 0.05) }).verdict).toBe('agree');
		expect(verdict({ measured: measured(3.15, 0.04) }).verdict).toBe('agree');
	});

	it('of a sweep that executes more at each value is one of the first alone', () => {
		const sweep: Facts['sweep'] = {
			name: 'cores',
			label: 'Cores',
			unit: 'count',
			scale: 'log',
			values: [1, 24],
			changesWork: true
		};
		const at = (cores: number) =>
			verdict({ facts: { ...forwarding, sweep }, parameters: { cores }, measured: measured(81) });
		expect(at(24)).toEqual({
			verdict: 'no-prediction',
			sentence:
				'Measured 81.0 cycles; the loop was predicted at 1 and executes another amount here.'
		});
		expect(at(1).verdict).toBe('model-too-fast');
	});

	it('is compared, and a call whose time its instructions do not explain is named', () => {
		const wide = { ...measured(3), unexplained: 0.12 };
		expect(verdict({ measured: wide }).sentence).toBe(
			"Predicted 3.00 cycles, measured 3.00: they agree. 12 % of a call's time do not grow with its iterations, beyond what its instructions need at least: the upper end includes them, in case they belong to the iterations."
		);
		expect(verdict({ measured: { ...wide, longCalls: 393_216 } }).sentence).toBe(
			"Predicted 3.00 cycles, measured 3.00: they agree. 12 % of a call's time do not grow with its iterations, beyond what its instructions need at least, so the number is what an iteration takes in calls of 393,216 as a whole."
		);
	});

	it('is not judged by a wide interval that reaches over the threshold', () => {
		expect(verdict({ measured: measured(3.2, 0.15) })).toEqual({
			predicted: 3,
			ratio: 3 / 3.2,
			verdict: 'too-noisy',
			sentence: 'Measured between 2.72 and 3.68 cycles: too wide to judge the predicted 3.00.'
		});
	});

	it('is judged by a wide interval that lies wholly on one side', () => {
		expect(verdict({ measured: measured(30, 0.15) }).verdict).toBe('model-too-fast');
	});

	it('is not held against one number when the loop has two speeds', () => {
		const modes = [
			{ centre: 2, share: 0.6 },
			{ centre: 1.5, share: 0.4 }
		];
		expect(
			verdict({ predictions: [prediction(1.5)], measured: measured(2, 0.002, modes) })
		).toEqual({
			predicted: 1.5,
			ratio: 0.75,
			verdict: 'too-noisy',
			sentence:
				'The loop takes 2.00 or 1.50 cycles alternately: no single number to compare with the predicted 1.50.'
		});
	});

	it('is not held against samples slowed by another program on the core, however narrow', () => {
		const slowed = { ...measured(1.17), shared: 0.96, slowed: true };
		const sharing =
			'Another program shared the physical core during 96 % of the samples, so the loop alone may be faster: run it again in a moment.';
		const outside = hotLoop(badge('outside-model'));
		expect([
			verdict({ predictions: [prediction(1)], measured: slowed }),
			verdict({ predictions: [prediction(1)], measured: slowed, hotLoop: outside }),
			verdict({ predictions: [], measured: slowed })
		]).toEqual([
			{
				predicted: 1,
				ratio: 1 / 1.17,
				verdict: 'too-noisy',
				sentence: `Predicted 1.00 cycle, measured 1.17. ${sharing}`
			},
			{
				predicted: 1,
				ratio: 1 / 1.17,
				verdict: 'too-noisy',
				sentence: `Predicted 1.00 cycle, measured 1.17. ${sharing}`
			},
			{
				verdict: 'no-prediction',
				sentence: `Measured 1.17 cycles; llvm-mca gave no prediction. ${sharing}`
			}
		]);
	});

	it('is compared with shared samples that agree with the unshared ones', () => {
		expect(verdict({ measured: { ...measured(3), shared: 0.9 } }).verdict).toBe('agree');
	});

	it('of another processor or without aliasing is not compared', () => {
		const others = [
			{ ...prediction(3), host: false },
			{ ...prediction(3), noalias: false }
		];
		expect(verdict({ predictions: others })).toEqual({
			verdict: 'no-prediction',
			sentence: 'Measured 3.00 cycles; llvm-mca gave no prediction.'
		});
	});

	it('that was refused has the reason', () => {
		const refusals = [{ mcpu: 'znver5', noalias: true, reason: 'the loop has 900 instructions.' }];
		expect(verdict({ predictions: [], refusals }).sentence).toBe(
			'Measured 3.00 cycles; llvm-mca gave no prediction: the loop has 900 instructions.'
		);
	});
});

describe('in a sweep over bytes', () => {
	const sweep = (bytes: number, loads: boolean, badges: Badge[] = []) =>
		verdict({
			facts: caches,
			variant: 'chase',
			parameters: { 'working-set': bytes },
			predictions: [prediction(3, loads)],
			hotLoop: hotLoop(...badges)
		});

	it('a loop that loads is outside the model beyond the first cache', () => {
		const { verdict, sentence } = sweep(65536, true);
		expect([verdict, sentence]).toEqual([
			'outside-the-model',
			'Predicted 3.00 cycles, measured 3.00. They are close, perhaps by accident. ' +
				'llvm-mca assumes that every access hits the L1 cache (48 KiB); this loop works on 64 KiB.'
		]);
	});

	it('it is compared within the first cache, whatever the badges about caches', () => {
		const about = { ...badge('outside-model'), sentence: 'llvm-mca knows no caches.' };
		const assumes = badge('outside-model', 'assumes-l1-hits');
		expect(sweep(32768, true, [about, assumes]).verdict).toBe('agree');
	});

	it('other reasons stay outside within the first cache', () => {
		expect(sweep(32768, true, [badge('outside-model')]).verdict).toBe('outside-the-model');
	});
});
