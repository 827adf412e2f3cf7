/** Shell: measures every variant that was built, when it is this job's turn on the measuring core. */
import type { Place } from '@cyclelab/exercises/schema';
import { countPlaces } from '../counters/count-places.ts';
import type { Rows } from '../measure/rows.ts';
import { measureAgain } from '../measure/again.ts';
import { budget } from '../measure/budget.ts';
import { startPlan, type Plan, type PlaceState, type PlaceToMeasure } from '../measure/plan.ts';
import { onCores } from '../sandbox/limits.ts';
import type { PooledSandbox } from '../sandbox/taken.ts';
import type { FailureFacts } from '../schema/failure.ts';
import type { Job } from '../schema/job.ts';
import { toolchainOf } from '../toolchains/toolchains.ts';
import type { Emit } from './build-variant.ts';
import { buildOf, sharedOf } from './builds.ts';
import { measurePlaces } from './measure-places.ts';
import { tryPlaces } from './try-places.ts';
import { onMeasuringCore } from './on-measuring-core.ts';
import type { Inspection, Workshop } from './workshop.ts';

/** For counting events after timing, all places together, ms. */
const countingMs = 5000;

const waitsForNeighbour =
	'Another runner on this machine measures on the same core. This one goes on as soon as that is over, within a minute or so.';
const waitsForTools =
	'This exercise measures with all cores of the runner: it begins when tools that work for other runs have ended their step.';

const measuresAgain = `What was disturbed and decides a claim is measured again, for at most ${budget.againMs / 1000} s.`;

/**
 * `onPlace` hears of every place when it is measured or given up, and again when it was measured once more, as those are
 * that `undecided` names by then, or when its events were counted. An exercise
 * that needs several cores is measured when this job's own tools have done their work, `inspected`.
 * Rejects if we failed or the job was aborted.
 */
export async function measureAll(
	workshop: Workshop,
	job: Job,
	built: ReadonlyMap<string, Inspection>,
	onPlace: (place: PlaceState) => void,
	undecided: () => readonly Place[],
	emit: Emit,
	signal: AbortSignal,
	inspected: Promise<unknown> = Promise.resolve()
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
	const needed = job.facts.needs.cores;
	if (needed > workshop.cores.length) {
		for (const place of places) onPlace(withoutCores(place, needed, workshop.cores.length));
		return;
	}
	const cores = needed > 1 ? workshop.cores : [];
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
		const meters = job.facts.meters.map(({ id }) => id);
		const limits = onCores(limitsOf.measure, cores.length);
		const plan = startPlan(places, limits, seedOf(job.run), { meters, cores });
		if (workshop.runner.host.emulated) {
			await tryPlaces(plan, { ...sandbox, run }, doubt, onPlace, signal);
			return;
		}
		const go = (part: Plan) => measurePlaces(part, { ...sandbox, run }, doubt, onPlace, signal);
		let measured = await go(plan);
		for (let look = 0; look < budget.againLooks; look++) {
			const again = measureAgain(measured, undecided());
			if (!again) break;
			emit({ type: 'stage', stage: 'measure', notice: measuresAgain });
			measured = await go(again);
		}
		// The events of one processor are not those of a program that has several.
		if (!workshop.counters || cores.length > 0) return;
		const { places: states, seed } = measured;
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
	const takeWhole = async () => {
		const notice = waitsForTools;
		const sandbox = await workshop.takeWhole(image, signal, () =>
			emit({ type: 'stage', stage: 'measure', notice })
		);
		onTurn();
		return sandbox;
	};
	const takeOne = () =>
		workshop.takeSandbox('measure', image, {
			onHeld: () => emit({ type: 'stage', stage: 'measure', notice: waitsForNeighbour }),
			onReleased: onTurn
		});
	const takeSandbox = cores.length > 0 ? takeWhole : takeOne;
	if (cores.length > 0) await inspected;
	const line = { image, onPosition, onTurn, signal };
	await onMeasuringCore({ takeSandbox, turns: workshop.turns }, measure, line);
	workshop.onStageSeconds('measure', (performance.now() - began) / 1000);
}

function withoutCores(place: PlaceToMeasure, needed: number, has: number): PlaceState {
	const failure: FailureFacts = {
		kind: 'too-few-cores',
		stage: 'measure',
		variant: place.variant,
		needed,
		has
	};
	return { place, processes: [], spentMs: 0, done: true, failure };
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
