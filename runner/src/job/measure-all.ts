/** Shell: measures every variant that was built, when it is this job's turn on the measuring core. */
import { countPlaces } from '../counters/count-places.ts';
import type { Rows } from '../measure/rows.ts';
import { startPlan, type PlaceState, type PlaceToMeasure } from '../measure/plan.ts';
import type { PooledSandbox } from '../sandbox/pool.ts';
import type { FailureFacts } from '../schema/failure.ts';
import type { Job } from '../schema/job.ts';
import { toolchainOf } from '../toolchains/toolchains.ts';
import type { Emit } from './build-variant.ts';
import { buildOf, sharedOf } from './builds.ts';
import { measurePlaces } from './measure-places.ts';
import { onMeasuringCore } from './on-measuring-core.ts';
import type { Inspection, Workshop } from './workshop.ts';

/** For counting events after timing, all places together, ms. */
const countingMs = 5000;

/**
 * `onPlace` hears of every place when it is measured or given up, and again when its events were counted.
 * Rejects if we failed or the job was aborted.
 */
export async function measureAll(
	workshop: Workshop,
	job: Job,
	built: ReadonlyMap<string, Inspection>,
	onPlace: (place: PlaceState) => void,
	emit: Emit,
	signal: AbortSignal
): Promise<void> {
	const { image, limits: limitsOf } = sharedOf(job);
	const programs = job.variants.flatMap((variant) => {
		const { id } = variant;
		const { program, report } = built.get(id) ?? {};
		if (!program || report?.failure) return [];
		const build = buildOf(job, variant);
		const toolchain = toolchainOf(build.compiler);
		return [{ id, program, toolchain, execute: toolchain.execute(build, program.made) }];
	});
	if (programs.length === 0) return;
	const { sweep } = job.facts;
	const values = sweep ? job.values.map((value) => ({ [sweep.name]: value })) : [{}];
	const places = programs.flatMap(({ id, execute }): PlaceToMeasure[] =>
		values.map((parameters) => ({ variant: id, execute, parameters }))
	);
	// C++ has the harness of C.
	const harness = job.language === 'cpp' ? 'c' : job.language;
	const doubt = (rows: Rows, variant: string): FailureFacts | undefined => {
		if (rows.hello.language !== harness) return forged(variant);
		const timed = programs.find(({ id }) => id === variant);
		return timed?.toolchain.doubt?.(rows, timed.program.seen, variant);
	};

	let began = 0;
	const onTurn = () => {
		emit({ type: 'stage', stage: 'measure' });
		began = performance.now();
	};
	const onPosition = (position: number) => emit({ type: 'waiting', position });
	const measure = async (sandbox: PooledSandbox) => {
		await Promise.all(
			programs.flatMap(({ program }) =>
				[...program.artifacts].map(([name, bytes]) => sandbox.put(name, bytes))
			)
		);
		const run: PooledSandbox['run'] = (command) => sandbox.run(command, signal);
		const plan = startPlan(places, limitsOf.measure, seedOf(job.run), {
			meters: job.facts.meters.map(({ id }) => id),
			cores: []
		});
		const measured = await measurePlaces(plan, { ...sandbox, run }, doubt, onPlace, signal);
		if (!workshop.counters) return;
		const { places: states, limits, seed } = measured;
		const { container } = sandbox;
		const budgetMs = countingMs;
		await countPlaces(
			{ ...workshop.counters, places: states, run, container, seed, limits, budgetMs, signal },
			(place, counters) => {
				const state = states.find((one) => one.place === place);
				if (state) onPlace({ ...state, counters });
			}
		);
	};
	await onMeasuringCore(workshop, measure, {
		image,
		onPosition,
		onTurn,
		signal
	});
	workshop.onStageSeconds('measure', (performance.now() - began) / 1000);
}

/** Every harness of ours says its language; rows that say another are not its. */
const forged = (variant: string): FailureFacts => ({
	kind: 'implausible',
	stage: 'measure',
	variant,
	reason: "The measurement's rows are not those of this language's harness."
});

/** The same run measures the same way again; another one varies layout and data. */
function seedOf(run: string): number {
	return [...run].reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}
