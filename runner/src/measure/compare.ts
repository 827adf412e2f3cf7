/** Predicted against measured, for one place: a verdict and its sentence. Browser-safe. */
import type { Facts, Parameters } from '@cyclelab/exercises/schema';
import type { Comparison, Measured } from '@cyclelab/contract/schema/measurement';
import type { Host } from '@cyclelab/contract/schema/host';
import type { HotLoop } from '@cyclelab/contract/schema/code';
import type { Prediction, Refusal } from '@cyclelab/contract/schema/prediction';
import { predictionBeside } from '@cyclelab/contract/measure/prediction-beside';
import { reorderBuffer } from '../inspect/badges.ts';
import { budget } from './budget.ts';
import { whyByLines } from './code-lines.ts';
import { whyByUnits } from './integer-units.ts';
import { whyByCrossing } from './line-crossing.ts';
import { whyByStandIn } from './stand-in.ts';
import { countedAt, isOfCount, placeSuffix } from '@cyclelab/contract/measure/place';
import { honestInterval, speedsOf } from '@cyclelab/contract/measure/ratio';
import {
	bytes,
	cycles,
	eitherOf,
	number,
	percent,
	times,
	whole
} from '@cyclelab/contract/measure/sentence-numbers';
import { halfWidth } from '@cyclelab/contract/measure/statistics';

/** Predictions within this part of the measurement agree. */
const agreement = 0.1;
/** An interval this narrow (half width) is a number: the median decides even near a threshold. */
const narrow = 0.02;
/** More disturbed samples than this part of all, and a number that is not narrow: marked as noisy. */
const disturbedAtMost = 0.1;
/** The badge for llvm-mca's assumption that loads hit the L1; in a sweep the parameter shows whether they do. */
const cacheBadge = 'assumes-l1-hits';
/** The badge of work outside of the loop. It is the first reason where the loop has less than this part of the instructions. */
const restBadge = 'part-of-the-kernel';
const mostlyPredicted = 0.75;
/** Badges of what only adds time: no reason why a processor is quicker than the model. */
const onlyAdds: ReadonlySet<string> = new Set([
	cacheBadge,
	'store-forwarding',
	restBadge,
	'register-files'
]);
/** Badges of figures that LLVM's model has wrong: the reason for an error in their direction. */
const figures = {
	quicker: ['constant-adds', 'quicker-latency', 'quicker-throughput'],
	slower: ['slower-latency', 'slower-throughput']
};
/** The badge of a loop that ends soon after each entry. A processor works on several entries at once. */
const shortTripsBadge = 'short-trips';
/**
 * Instructions of an entry that the next may overlap by more than a tenth, ten times those that are worked on at once. Of chains of 3
 * cycles on Zen 4 that begin anew in each entry, 64 passes took 1.64 cycles each, and 256 took 2.34. Of chains of 2 cycles on Zen 5,
 * 64 passes took 1.27 cycles each, 256 took 1.49, and 800 took 1.94.
 */
const overlapsBelow = 10 * reorderBuffer;
const overlap =
	'The loop ends soon each time it is entered, and the processor begins the next entry before the last one is done; llvm-mca lets pass follow upon pass without end.';
/** The badge of a loop that only counts: prediction and measurement are about nothing that the source says. */
const counterBadge = 'only-the-counter';

/** The badge of memory that is allocated in each iteration: the reason where samples are far apart. */
const allocatesBadge = 'allocates';

export type ToCompare = {
	facts: Facts;
	variant: string;
	parameters: Parameters;
	measured: Measured;
	hotLoop: HotLoop | undefined;
	predictions: readonly Prediction[];
	refusals: readonly Refusal[];
	host: Pick<Host, 'caches' | 'processor'>;
};

export function compare(input: ToCompare): Comparison {
	const prediction = predictionBeside(input.predictions);
	const { median, low, high } = honestInterval(input.measured);
	const speeds = speedsOf(input.measured);
	const ours = speeds.length > 0 ? `${eitherOf(speeds)} cycles alternately` : cycles(median);
	const doubt = sharing(input.measured);
	const spread = allocation(input);
	if (!isOfCount(input.facts, input.parameters))
		return {
			verdict: 'no-prediction',
			sentence: `Measured ${ours}; the loop was predicted${placeSuffix(input.facts, countedAt(input.facts))} and executes another amount here.`
		};
	if (!prediction) {
		const reason = input.refusals.find((refusal) => refusal.noalias)?.reason;
		return {
			verdict: 'no-prediction',
			sentence: `Measured ${ours}; llvm-mca gave no prediction${reason === undefined ? '.' : `: ${reason}`}${doubt === undefined ? '' : ` ${doubt}`}${spread}`
		};
	}
	const predicted = prediction.cyclesPerIteration;
	const ratio = predicted / median;
	const both = `Predicted ${cycles(predicted)}, measured ${speeds.length > 0 ? `${eitherOf(speeds)} alternately` : number(median)}`;
	const standIn = prediction.exact
		? ''
		: ` LLVM has no model of this processor (${input.host.processor}): its ${prediction.model} model stands in.`;
	const result = (verdict: Comparison['verdict'], sentence: string): Comparison => ({
		predicted,
		ratio,
		verdict,
		sentence:
			sentence +
			standIn +
			spread +
			(verdict === 'too-noisy' ? '' : disturbance(input.measured)) +
			ofCall(input.measured)
	});
	const isClose = (at: number) => Math.abs(predicted / at - 1) <= agreement;
	/** Cycles of a pass. */
	const pass = (median * prediction.cyclesPerLoop) / predicted;

	if (doubt !== undefined) return result('too-noisy', `${both}. ${doubt}`);
	const isQuicker = ratio > 1 && !isClose(median);
	const figure = isClose(median)
		? ''
		: isQuicker
			? wrongFigure(input, 'quicker') || whyByStandIn(prediction, ratio, input.hotLoop)
			: wrongFigure(input, 'slower') || whyByCrossing(input.hotLoop, prediction.mcpu, pass);
	const outside = whyOutside(input, prediction, isQuicker, figure);
	const why = modelError(input, prediction) || figure;
	if (outside !== undefined) {
		const accident = isClose(median) ? ' They are close, perhaps by accident.' : '';
		// What a model leaves out takes time, so it is no reason for a measurement below the prediction.
		const below = isQuicker ? why : figure;
		return result('outside-the-model', `${both}.${accident} ${outside}${below}`);
	}
	const onlyCounter = input.hotLoop?.badges.find(({ id }) => id === counterBadge);
	if (onlyCounter !== undefined)
		return result('only-the-counter', `${both}. ${onlyCounter.sentence}`);
	const isNarrow = (high - low) / 2 <= narrow * median;
	if (
		!isNarrow &&
		(isClose(low) !== isClose(high) ||
			(!isClose(low) && predicted / low > 1 !== predicted / high > 1))
	) {
		return result(
			'too-noisy',
			speeds.length > 0
				? `The loop takes ${eitherOf(speeds)} cycles alternately: no single number to compare with the predicted ${number(predicted)}.`
				: `Measured between ${number(low)} and ${cycles(high)}: too wide to judge the predicted ${number(predicted)}.`
		);
	}
	if (isClose(median)) return result('agree', `${both}: they agree.`);
	const byLines = () =>
		input.hotLoop ? whyByLines(input.hotLoop, prediction, pass, agreement) : '';
	const cause =
		why || (isQuicker ? '' : byLines() || subnormal(input) || whyByUnits(prediction, 1 / ratio));
	return ratio > 1
		? result(
				'model-too-slow',
				`${both}: the processor is ${times(ratio)} as fast as the model.${cause}`
			)
		: result(
				'model-too-fast',
				`${both}: the processor takes ${times(1 / ratio)} as long as the model.${cause}`
			);
}

/** What the exercise says of this model's error here; empty where it says nothing. */
function modelError({ facts, variant }: ToCompare, { mcpu }: Prediction): string {
	const found = facts.modelErrors?.find(
		({ variants, models }) => variants.includes(variant) && models.includes(mcpu)
	);
	return found ? ` ${found.sentence}` : '';
}

/** Products and quotients of floating-point numbers, which are slower where numbers are subnormal. */
const multiplies =
	/^(v?(mul|div|fn?m(add|sub)(132|213|231))[ps][sd]|f(mul|div|n?madd|n?msub|ml[as])) /;
const perhapsSubnormal =
	'Numbers that have become subnormal would explain it: they take longer, and llvm-mca does not know values.';

/** Which figure of the model is wrong; empty where no badge of the loop says it. */
function wrongFigure({ hotLoop }: ToCompare, direction: keyof typeof figures): string {
	const found = hotLoop?.badges.find(({ id }) => figures[direction].includes(id));
	return found ? ` ${found.sentence}` : '';
}

/** What may take longer, if the loop multiplies or divides numbers. */
function subnormal({ hotLoop }: ToCompare): string {
	const isPossible = hotLoop?.instructions.some(({ text }) => multiplies.test(text));
	return isPossible ? ` ${perhapsSubnormal}` : '';
}

/** Why the samples may be far apart, if they are and the kernel allocates memory. */
function allocation({ hotLoop, measured }: ToCompare): string {
	if (halfWidth(measured.cyclesPerIteration) <= agreement) return '';
	const found = hotLoop?.badges.find(({ id }) => id === allocatesBadge);
	return found ? ` ${found.sentence}` : '';
}

/** Why the number may be too high, if another program ran on the same physical core. */
function sharing({ shared = 0, slowed }: Measured): string | undefined {
	if (!slowed) return undefined;
	return `Another program shared the physical core during ${Math.round(shared * 100)} % of the samples, so the loop alone may be faster: run it again in a moment.`;
}

/** Why the upper end is far away, if a call takes time that its instructions do not explain. */
function ofCall({ unexplained, longCalls }: Measured): string {
	if (unexplained === undefined) return '';
	const what = ` ${percent(unexplained)} of a call's time do not grow with its iterations, beyond what its instructions need at least`;
	return longCalls === undefined
		? `${what}: the upper end includes them, in case they belong to the iterations.`
		: `${what}, so the number is what an iteration takes in calls of ${whole(longCalls)} as a whole.`;
}

/** Disturbed samples are left out. They matter if there were many and the remaining samples do not agree closely. */
function disturbance(measured: Measured): string {
	const { samples, rejected, setAside = 0, cyclesPerIteration, unexplained } = measured;
	const part = rejected / (samples + setAside + rejected);
	const vary = halfWidth(cyclesPerIteration);
	if (unexplained !== undefined || part <= disturbedAtMost || vary <= budget.halfWidth) return '';
	return ` The machine was noisy: ${percent(part)} of the samples were disturbed and left out, and the others give the number to ±${percent(vary)}.`;
}

/**
 * The first reason why the model cannot see what happens here, as a sentence.
 * @param isQuicker whether the processor takes less time than the model, which no further wait explains
 * @param why how the model's figures explain it, if they do
 */
function whyOutside(
	input: ToCompare,
	prediction: Prediction,
	isQuicker: boolean,
	why: string
): string | undefined {
	const size = sweptBytes(input);
	const l1 = input.host.caches.find((cache) => cache.level === 1 && cache.type === 'data')?.bytes;
	const fits = size !== undefined && l1 !== undefined && size <= l1;
	// Unknown instructions count as touching memory: a doubt too many is better than a false "agree".
	const touches = prediction.instructions?.some((i) => i.mayLoad || i.mayStore) ?? true;
	if (size !== undefined && !fits && touches && !isQuicker) {
		const capacity = l1 === undefined ? 'of a size that this machine does not report' : bytes(l1);
		return `llvm-mca assumes that every access hits the L1 cache (${capacity}); this loop works on ${bytes(size)}.`;
	}
	const spots = input.facts.blindSpots.filter(({ variants }) => variants.includes(input.variant));
	const all = input.hotLoop?.badges ?? [];
	const badges = all.filter(
		({ weight, id }) => weight === 'outside-model' && !(isQuicker && onlyAdds.has(id))
	);
	const hasShortTrips =
		all.some(({ id }) => id === shortTripsBadge) || (why === '' && mayOverlap(input));
	const entries = isQuicker && hasShortTrips ? overlap : undefined;
	const rest =
		(input.hotLoop?.share ?? 1) < mostlyPredicted && badges.find(({ id }) => id === restBadge);
	if (!fits) return (rest || badges[0])?.sentence ?? entries ?? spots[0]?.sentence;
	// Blind spots declared by an exercise that sweeps bytes are about caches; here all data is in the L1.
	const about = new Set(spots.map(({ sentence }) => sentence));
	return badges.find(({ id, sentence }) => id !== cacheBadge && !about.has(sentence))?.sentence;
}

/** Whether a loop has so few passes each time that the next entry may overlap. */
function mayOverlap({ hotLoop }: ToCompare): boolean {
	const { instructions = [], passesPerEntry = Infinity } = hotLoop ?? {};
	return passesPerEntry * instructions.length < overlapsBelow;
}

function sweptBytes({ facts, parameters }: ToCompare): number | undefined {
	return facts.sweep?.unit === 'bytes' ? parameters[facts.sweep.name] : undefined;
}
