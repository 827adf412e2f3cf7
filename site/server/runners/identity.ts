/** The properties of a runner that stay as long as it is connected. Pure. */
import type { FromRunner, RunnerDescription } from '@cyclelab/contract/schema/gateway';

/** A sentence if a message of a connected runner is in the name of another runner or processor. */
export const foreignIn = (
	message: FromRunner,
	known: Pick<RunnerDescription, 'id' | 'host'>
): string | undefined =>
	message.type === 'hello'
		? changedIdentity(known, message.runner)
		: foreignReportIn(message, known);

/** A sentence if a connected runner's new description is one of another runner or another processor. */
export function changedIdentity(
	before: Pick<RunnerDescription, 'id' | 'host'>,
	after: Pick<RunnerDescription, 'id' | 'host'>
): string | undefined {
	if (after.id !== before.id || after.host.arch !== before.host.arch)
		return 'A connected runner cannot change its name. Restart it under its new name.';
	// Each microarchitecture has queues, and each processor has scores of models, which are stored.
	const isSame = (['microarchitecture', 'processor', 'identity'] as const).every(
		(part) => after.host[part] === before.host[part]
	);
	return isSame ? undefined : 'A connected runner cannot change its processor. Restart it.';
}

/** A sentence if a message has a report of another run, runner or processor than its own. */
function foreignReportIn(
	message: FromRunner,
	{ id, host }: Pick<RunnerDescription, 'id' | 'host'>
): string | undefined {
	const { run, event } = message.type === 'event' ? message : {};
	const report = event?.type === 'started' ? event.report : undefined;
	if (!report) return undefined;
	const { runner } = report;
	const isOwn =
		report.run === run &&
		runner.id === id &&
		runner.arch === host.arch &&
		runner.microarchitecture === host.microarchitecture &&
		runner.host.processor === host.processor &&
		runner.host.identity === host.identity;
	return isOwn
		? undefined
		: 'A runner reports its own runs, under its own name and processor. This report named another. Run the same version of runner and site.';
}
