/** Shell: asks llvm-mca about loops, the leading model first, and remembers what was already asked. */
import type { Target } from '@cyclelab/exercises/schema';
import { refuse, refuseCoverage, refuseModel } from '../inspect/assembly.ts';
import type { FoundLoop } from '../inspect/hot-loop.ts';
import type { LoopPath } from '../inspect/loop-path.ts';
import {
	bottleneckCommand,
	readBottlenecks,
	readTimeline,
	timelineCommand
} from '../inspect/mca-views.ts';
import { leadingModel, modelOf, offeredModels, unmodelled, type Model } from '../inspect/models.ts';
import { olderModelOf } from '../inspect/models-19.ts';
import {
	byFewPasses,
	isFineEnough,
	predictCommand,
	readPrediction,
	refused,
	toPrediction,
	withOlder,
	type McaAnswer,
	type Predicted,
	type Question
} from '../inspect/predict.ts';
import { withWaits, type Costs } from '../inspect/waits.ts';
import type { Command, Output } from '../sandbox/command.ts';
import { stepLimits } from '../sandbox/limits.ts';
import type { Models } from '@cyclelab/contract/schema/job';
import type { Prediction, Refusal } from '@cyclelab/contract/schema/prediction';
import { eachAtOnce } from './each-at-once.ts';

/** Calls of llvm-mca at once: one more than the cores that a small machine has while it measures nothing. */
const callsAtOnce = 3;

export type PredictorResult = { predictions: Prediction[]; refusals: Refusal[] };

export type JobPredictor = {
	/** Asks the leading model about loops that may turn out to be hot. */
	prepare: (paths: readonly LoopPath[]) => Promise<void>;
	/**
	 * The leading model first, alone; then, in one piece, with its views and all others beside it; then the same with the
	 * predictions of an older llvm-mca.
	 */
	answers: (
		found: Pick<FoundLoop, 'path' | 'pathCoverage' | 'sourceIterations'>
	) => AsyncGenerator<PredictorResult>;
};

export type ToPredict = {
	/** LLVM's name of the processor that measures. */
	microarchitecture: string;
	/** The architecture the code was compiled for. */
	target: Target;
	models: Models;
	/** Processors that the compiler's flags name: their models are asked as well. */
	named?: readonly string[];
	/** Processors of the document's machines, by LLVM's name, that it has no model of. */
	unmodelled?: readonly { machine: string; mcpu: string }[];
};

export function createPredictor(
	{ microarchitecture, target, models, named = [], unmodelled: missing = [] }: ToPredict,
	run: (command: Command) => Promise<Output>
): JobPredictor {
	const leader = leadingModel(microarchitecture, target);
	const first: Question | undefined = leader && { ...leader, noalias: true, detailed: true };
	const others = [
		...named.flatMap((mcpu) => modelOf(mcpu) ?? []),
		...(models === 'all' ? offeredModels(target) : [])
	].filter(
		(model, at, all) =>
			model.target === target &&
			model.mcpu !== leader?.model.mcpu &&
			all.findIndex(({ mcpu }) => mcpu === model.mcpu) === at
	);
	const further: Question[] = [
		...(leader ? [{ ...leader, noalias: false, detailed: false }] : []),
		...[true, false].flatMap((noalias) =>
			others.map((model) => ({ model, noalias, host: false, detailed: false }))
		)
	];
	const prepared = new Map<string, McaAnswer>();

	const ask = async (paths: readonly LoopPath[], question: Question) =>
		readPrediction(await run(predictCommand(paths, question, stepLimits.predict)), paths, question);

	async function askOne(path: LoopPath, question: Question): Promise<McaAnswer> {
		const reason = refuseModel(path, question.model);
		if (reason !== undefined) return refused(question, reason);
		const [answer] = await ask([path], question);
		return answer ?? refused(question, 'llvm-mca gave no answer.');
	}

	/** By few passes first: a loop that loads what it stored takes many cycles, and llvm-mca's time grows with them. */
	async function askAboutWaiting(path: LoopPath, question: Question): Promise<McaAnswer> {
		const shorter = byFewPasses(path, question);
		const answer = shorter && (await askOne(path, shorter));
		if (answer && (!('predicted' in answer) || isFineEnough(answer.predicted))) return answer;
		return askOne(path, question);
	}

	/**
	 * A model that refused once is not asked with the other assumption: it would refuse again, perhaps after seconds. Nor is it
	 * asked where both assumptions have the same answer.
	 */
	async function askAll(path: LoopPath, before: McaAnswer): Promise<McaAnswer[]> {
		const isAliasing = !('predicted' in before) || mayAlias(before.predicted);
		const waits = 'predicted' in before && mayWaitForStores(before.predicted);
		const answers = new Map<Question, McaAnswer>();
		const answerTo = async (question: Question, own: McaAnswer | undefined) => {
			if (own && 'refusal' in own) return refused(question, own.refusal.reason);
			if (own && !question.noalias && !isAliasing)
				return { predicted: withAliasing(own.predicted) };
			if (waits && !question.noalias) return askAboutWaiting(path, question);
			return askOne(path, question);
		};
		const byModel = Map.groupBy(further, ({ model }) => model.mcpu);
		await eachAtOnce(callsAtOnce, [...byModel], async ([mcpu, questions]) => {
			let own = mcpu === mcpuOf(before) ? before : undefined;
			for (const question of questions) {
				own = await answerTo(question, own);
				answers.set(question, own);
			}
		});
		return [before, ...further.flatMap((question) => answers.get(question) ?? [])];
	}

	async function views(
		path: LoopPath,
		model: Model,
		costs: Costs
	): Promise<Pick<Prediction, 'timeline' | 'bottlenecks'>> {
		const [timeline, bottlenecks] = await Promise.all([
			run(timelineCommand(path, model, stepLimits.predict)).then((out) => readTimeline(out, path)),
			run(bottleneckCommand(path, model, stepLimits.predict)).then(readBottlenecks)
		]);
		const explained = timeline && withWaits(timeline, path.instructions, target, costs);
		return {
			...(explained && { timeline: explained }),
			...(bottlenecks !== undefined && { bottlenecks })
		};
	}

	/** Adds the older version's prediction to each prediction with default aliasing, where the older version has one. */
	async function besideOlder(
		path: LoopPath,
		predictions: readonly Prediction[],
		sourceIterations: number
	): Promise<Prediction[]> {
		const all = [...predictions];
		await eachAtOnce(callsAtOnce, [...predictions.entries()], async ([at, prediction]) => {
			const model = prediction.noalias && olderModelOf(prediction.mcpu);
			const question = model && { model, noalias: true, host: false, detailed: false };
			const answer = question && (await askOne(path, question));
			if (answer && 'predicted' in answer)
				all[at] = withOlder(prediction, answer.predicted, sourceIterations);
		});
		return all;
	}

	return {
		prepare: async (candidates) => {
			if (!first) return;
			const paths = candidates.filter(
				(path) => refuse(path, target) === undefined && refuseModel(path, first.model) === undefined
			);
			if (paths.length === 0) return;
			const answers = await ask(paths, first);
			paths.forEach((path, index) => {
				const answer = answers[index];
				if (answer) prepared.set(path.key, answer);
			});
		},
		answers: async function* ({ path, pathCoverage, sourceIterations }) {
			const told = (answers: readonly McaAnswer[]): PredictorResult => ({
				predictions: answers.flatMap((answer) =>
					'predicted' in answer ? [toPrediction(answer.predicted, sourceIterations)] : []
				),
				refusals: [
					...(modelOf(microarchitecture) ? [] : [unknown(microarchitecture)]),
					...answers.flatMap((answer) => ('refusal' in answer ? [answer.refusal] : [])),
					// Behind the others: none of them is why a loop has no number.
					...(models === 'all'
						? missing.map(({ machine, mcpu }) => ({
								mcpu,
								noalias: true,
								reason: unmodelled(machine, mcpu)
							}))
						: [])
				]
			});
			const reason = refuse(path, target) ?? refuseCoverage(pathCoverage);
			if (!first || reason !== undefined) {
				const mcpu = first?.model.mcpu ?? microarchitecture;
				yield told(reason === undefined ? [] : [{ refusal: { mcpu, noalias: true, reason } }]);
				return;
			}
			const guessed = prepared.get(path.key);
			// A guess shared its call with other loops and may have been refused for one of them.
			const answer = guessed && 'predicted' in guessed ? guessed : await askOne(path, first);
			yield told([answer]);
			if (!('predicted' in answer)) {
				yield told(await askAll(path, answer));
				return;
			}
			// While somebody types, the figure is enough.
			const [[, ...others], seen] = await Promise.all([
				askAll(path, answer),
				models === 'all' ? views(path, first.model, answer.predicted) : {}
			]);
			const whole = told([{ predicted: { ...answer.predicted, ...seen } }, ...others]);
			yield whole;
			if (models !== 'all') return;
			const predictions = await besideOlder(path, whole.predictions, sourceIterations);
			yield { ...whole, predictions };
		}
	};
}

const mcpuOf = (answer: McaAnswer) =>
	'predicted' in answer ? answer.predicted.mcpu : answer.refusal.mcpu;

/**
 * Whether aliasing may change a prediction: an instruction may store, or does what a model does not know. llvm-mca lets
 * instructions wait for earlier stores alone (equal answers to 363 questions, by three models, about loops of the exercises).
 */
const mayAlias = ({ instructions = [] }: Predicted) =>
	instructions.length === 0 ||
	instructions.some(({ mayStore, sideEffects }) => mayStore || sideEffects);

/** Whether a load of the loop may wait for a store of it, or of the pass before. */
const mayWaitForStores = ({ instructions = [] }: Predicted) =>
	instructions.some(({ mayLoad }) => mayLoad) && instructions.some(({ mayStore }) => mayStore);

/** The answer to the same question with the other assumption, where that changes nothing. */
const withAliasing = ({ instructions: _, ...figures }: Predicted): Predicted => ({
	...figures,
	noalias: false
});

const unknown = (microarchitecture: string): Refusal => ({
	mcpu: microarchitecture,
	noalias: true,
	reason: `LLVM has no model of this runner's processor (${microarchitecture}).`
});
