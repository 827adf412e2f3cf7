/** Shell: waits until a product measures again after a fault. */
import { nextRequest, type RunRequestBody } from './requests.ts';
import { waitUntil, endOf, type FaultedProduct } from './product.ts';
import type { ObservedRun } from './learner.ts';

type Recovery = {
	/** The first run that finished after the fault. */
	run: ObservedRun;
	/** Time from the fault to that run's first measuring step, s. */
	seconds: number;
};

/** The event of a run's first measuring step after `since`, in `performance.now()`. */
export const measuringStep = ({ received }: ObservedRun, since: number) =>
	received.find(
		({ at, event }) => at > since && event.type === 'stage' && event.stage === 'measure'
	);

/**
 * Starts measured runs until one finishes. Throws an error with the end of the runner's log if none does.
 * @param since `performance.now()` at the fault
 */
export async function measuresAgain(
	product: FaultedProduct,
	next: () => RunRequestBody,
	since: number
): Promise<Recovery> {
	const observed: ObservedRun[] = [];
	const isMeasured = async () => {
		if (!(await product.isReady())) return false;
		const run = await product.run(nextRequest(true, next));
		observed.push(run);
		return endOf(run) === 'finished';
	};
	await waitUntil('a measured run finishes', isMeasured, () => product.log('runner').slice(-3000));
	const [run] = observed.slice(-1);
	const step = run && measuringStep(run, since);
	if (!run || !step) throw new Error('A run finished without the event of a measuring step.');
	return { run, seconds: (step.at - since) / 1000 };
}
