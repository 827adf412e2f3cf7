/**
 * Shell: the entry of a job's thread. It runs `runJob`, parses all output of the job's sandboxes, and encodes events as JSON.
 * It is reused for later jobs, one at a time.
 */
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { runJob } from '../job/run-job.ts';
import { eventSender } from '../event-encoder.ts';
import { metricsOf } from '../measure/report-metrics.ts';
import { toSentError, type FromThread, type ThreadData, type ToThread } from './messages.ts';
import { callClient, remoteJobContext } from './remote-job-context.ts';

const port = parentPort;
if (!port) throw new Error('this is the entry of a thread');
const { beats } = workerData as ThreadData;
/** Interval of the beats that show a running event loop, ms. */
const beatMs = 100;
setInterval(() => Atomics.add(beats, 0, 1), beatMs);

const send = (message: FromThread) => port.postMessage(message);
const calls = callClient(port);
let current: { serial: number; abort: AbortController } | undefined;

const perform = async ({ serial, job, circumstances }: Extract<ToThread, { type: 'job' }>) => {
	const abort = new AbortController();
	current = { serial, abort };
	const { emit, check } = eventSender((encoded) => send({ type: 'event', serial, encoded }), abort);
	try {
		const context = remoteJobContext(circumstances, calls.askFor(serial), (stage, seconds) =>
			send({ type: 'stageSeconds', stage, seconds })
		);
		const report = await runJob(context, job, emit, abort.signal);
		check();
		send({ type: 'done', serial, result: { metrics: metricsOf(report) } });
	} catch (cause) {
		send({ type: 'done', serial, result: { error: toSentError(cause) } });
	} finally {
		calls.forget();
		current = undefined;
	}
};

port.on('message', (message: ToThread) => {
	if (message.type === 'job') void perform(message);
	else if (message.type !== 'abort') calls.receive(message);
	else if (current?.serial === message.serial) current.abort.abort(message.reason);
});
send({ type: 'ready' });
// For the next thread: without this call it is written when the thread ends.
flushCompileCache();
