/** Shell: measures every variant that was built, when it is this job's turn on the measuring core. */
import type { Place } from '@cyclelab/exercises/schema';
import type { Rows } from '../measure/rows.ts';
import { measureAgain } from '../measure/again.ts';
import { budget } from '../measure/budget.ts';
import { startDeadline } from '../measure/deadline.ts';
import { startPlan } from '../measure/plan.ts';
import type { Plan, PlaceState, PlaceToMeasure } from '../measure/plan-state.ts';
import { onCores } from '../sandbox/limits.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { FailureFacts } from '../schema/failure.ts';
import type { Job } from '../schema/job.ts';
import { toolchainOf } from '../toolchains/toolchains.ts';
import type { Emit } from './build-variant.ts';
import { buildOf, sharedToolchain } from './builds.ts';
import { measurePlaces, runUntimed } from './measure-places.ts';
import { onMeasuringCore } from '../core-queue.ts';
import type { Inspection, JobContext } from './job-context.ts';

const waitsForNeighbour =
	'Another runner on this machine measures on the same core. This one goes on as soon as that is over, within a minute or so.';
const waitsForTools =
	'This exercise measures with all cores of the runner: it begins when tools that work for other runs have ended their step.';

const measuresAgain = `What was disturbed and decides a claim is measured again, for at most ${budget.againMs / 1000} s.`;

/**
 * `onPlace` is called for every place when it is measured or given up, for the first places also before that, and
 * again after a repetition of the places that `undecided` then names. An exercise that needs several cores is measured when
 * this job's own tools have done their work, `inspected`.
 * Rejects if we failed or the job was aborted.
 */
export async function measureAll(
	context: JobContext,
	job: Job,
	built: ReadonlyMap<string, Inspection>,
	onPlace: (place: PlaceState) => void,
	undecided: () => readonly Place[],
	emit: Emit,
	signal: AbortSignal,
	inspected: Promise<unknown> = Promise.resolve()
): Promise<void> {
	const { image, limits: limitsOf } = sharedToolchain(job);
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
	if (needed > context.cores.length) {
		for (const place of places) onPlace(withoutCores(place, needed, context.cores.length));
		return;
	}
	const cores = needed > 1 ? context.cores : [];
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
	const isEdited = job.variants.some(({ edited }) => edited);
	const measure = async (sandbox: PooledSandbox) => {
		const deadline = isEdited ? startDeadline(budget.editedRunMs) : undefined;
		await Promise.all(
			programs.flatMap(({ program }) =>
				[...program.artifacts].map(([name, bytes]) => sandbox.put(name, bytes))
			)
		);
		const run: PooledSandbox['run'] = (command) => sandbox.run(command, signal);
		const meters = job.facts.meters.map(({ id }) => id);
		const limits = onCores(limitsOf.measure, cores.length);
		const { of, to } = job.facts.question;
		const first = [to.parameters, of.parameters];
		const plan = startPlan(places, limits, seedOf(job.run), { meters, cores, first });
		if (context.runner.host.emulated) {
			await runUntimed(plan, { ...sandbox, run }, doubt, onPlace, signal);
			return;
		}
		const go = (part: Plan) =>
			measurePlaces(part, { ...sandbox, run }, doubt, onPlace, signal, deadline);
		let measured = await go(plan);
		for (let look = 0; look < budget.againLooks; look++) {
			const again = measureAgain(measured, undecided());
			if (!again) break;
			emit({ type: 'stage', stage: 'measure', notice: measuresAgain });
			measured = await go(again);
		}
	};
	const takeWhole = async () => {
		const waitsFor = (notice: string) => () => emit({ type: 'stage', stage: 'measure', notice });
		const sandbox = await context.takeWhole(image, signal, {
			onHeld: waitsFor(waitsForNeighbour),
			onWait: waitsFor(waitsForTools)
		});
		onTurn();
		return sandbox;
	};
	const takeOne = () =>
		context.takeSandbox('measure', image, {
			onHeld: () => emit({ type: 'stage', stage: 'measure', notice: waitsForNeighbour }),
			onReleased: onTurn
		});
	const takeSandbox = cores.length > 0 ? takeWhole : takeOne;
	if (cores.length > 0) await inspected;
	// A job that needs all cores has its turn when it has them all (`takeWhole`), not with the measuring core alone.
	const wait = { image, onPosition, ...(cores.length > 0 ? {} : { onTurn }), signal };
	await onMeasuringCore({ takeSandbox, coreQueue: context.coreQueue }, measure, wait);
	context.onStageSeconds('measure', (performance.now() - began) / 1000);
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

/** Every harness names its language in its rows; rows with another language are forged. */
const forged = (variant: string): FailureFacts => ({
	kind: 'implausible',
	stage: 'measure',
	variant,
	reason: "The measurement's rows name the harness of another language."
});

/** Equal for the same run, so that it is reproducible; different runs vary layout and data. */
function seedOf(run: string): number {
	return [...run].reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}
