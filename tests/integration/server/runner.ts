/** A test runner, which uses the real protocol over a real WebSocket. */
import {
	eventMessage,
	ToRunner,
	type FromRunner,
	type RunnerDescription
} from '@cyclelab/contract/schema/gateway';
import type { Job, RunEvent } from '@cyclelab/contract/schema/job';
import { WebSocket } from 'ws';
import { describeRunner, eventsOf } from './examples.ts';

export type TestRunner = {
	description: RunnerDescription;
	/** Jobs received, in order. */
	jobs: Job[];
	/** Runs that the site cancelled. */
	cancelled: string[];
	/** The site's reasons for refusing the runner. */
	refused: string[];
	send: (message: FromRunner) => void;
	/** Sends a message that only another version may know. */
	sendAnything: (message: object) => void;
	/** Sends a message as it is. */
	sendText: (text: string) => void;
	sendEvent: (run: string, event: RunEvent) => void;
	/** Sends these events of a job; default: those of a successful run. */
	finish: (job: Job | undefined, events?: readonly RunEvent[]) => void;
	/** Drops the connection without closing it. */
	kill: () => void;
	/** Stops reading; the connection stays open. */
	freeze: () => void;
	/** Reads again after `freeze`. */
	thaw: () => void;
	/** Closes the connection. */
	disconnect: () => Promise<void>;
	closed: Promise<number>;
};

/** What a test runner does with a job. */
export type RunnerWork = (job: Job, runner: TestRunner) => void;

/** It does nothing. */
export const hold: RunnerWork = () => {};

const open = new Set<TestRunner>();

/** Closes the connections of all test runners. */
export async function disconnectAll(): Promise<void> {
	await Promise.all([...open].map((runner) => runner.disconnect()));
}

/** Connects, reports itself ready, waits until the site lists it so, and passes every job to `work`. */
export function connectRunner(
	url: string,
	token: string,
	options: {
		id?: string;
		slots?: number;
		/** Changes the runner's description. */
		as?: (description: RunnerDescription) => RunnerDescription;
		work?: RunnerWork;
		/** Does not wait until the site lists the runner as ready: for a runner that it will refuse. */
		isRefused?: boolean;
	} = {}
): Promise<TestRunner> {
	const { as = (described) => described } = options;
	const description = as(describeRunner(options.id ?? 'alpha', options.slots ?? 4));
	const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/gateway`, {
		headers: { authorization: `Bearer ${token}` },
		perMessageDeflate: false
	});
	const closed = new Promise<number>((resolve) => socket.on('close', resolve));
	const runner: TestRunner = {
		description,
		jobs: [],
		cancelled: [],
		refused: [],
		send: (message) => socket.send(JSON.stringify(message)),
		sendAnything: (message) => socket.send(JSON.stringify(message)),
		sendText: (text) => socket.send(text),
		sendEvent: (run, event) => socket.send(eventMessage(run, JSON.stringify(event))),
		finish: (job, events) => {
			if (!job) return;
			for (const event of events ?? eventsOf(job, description)) runner.sendEvent(job.run, event);
		},
		kill: () => socket.terminate(),
		freeze: () => socket.pause(),
		thaw: () => socket.resume(),
		disconnect: async () => {
			socket.resume();
			socket.close(1000);
			await closed;
		},
		closed
	};
	open.add(runner);
	void closed.then(() => open.delete(runner));
	socket.on('message', (data) => {
		const message = ToRunner.parse(JSON.parse(data.toString()));
		if (message.type === 'refused') runner.refused.push(message.reason);
		else if (message.type === 'cancel') runner.cancelled.push(message.run);
		else {
			runner.jobs.push(message.job);
			if (options.work) options.work(message.job, runner);
			else runner.finish(message.job);
		}
	});
	return new Promise((resolve, reject) => {
		socket.on('error', reject);
		socket.on('unexpected-response', (_request, response) => {
			let sentence = '';
			response.on('data', (chunk: Buffer) => (sentence += chunk.toString()));
			response.on('end', () => reject(new Error(`${response.statusCode}: ${sentence}`)));
		});
		socket.on('close', () =>
			reject(new Error(runner.refused.join(' ') || 'The site closed the connection.'))
		);
		socket.on('open', () => {
			runner.send({ type: 'hello', runner: description });
			runner.send({ type: 'state', state: 'ready' });
			if (options.isRefused) return resolve(runner);
			isReady(url, description.id, socket).then((ready) => ready && resolve(runner), reject);
		});
	});
}

/** Waits until the site lists the runner as ready; false if the connection closes before that. */
async function isReady(url: string, id: string, socket: WebSocket): Promise<boolean> {
	for (let pauseMs = 2; socket.readyState === WebSocket.OPEN; pauseMs = Math.min(2 * pauseMs, 32)) {
		const runners: { id: string; state: string }[] = await (
			await fetch(`${url}/api/runners`)
		).json();
		if (runners.some((runner) => runner.id === id && runner.state === 'ready')) return true;
		await new Promise((resolve) => setTimeout(resolve, pauseMs));
	}
	return false;
}

/**
 * Connects as a runner, sends this text and waits until the site closes the connection. Returns what the site said last, and its
 * code; a connection that is refused has the code 1006.
 */
export const speak = (url: string, secret: string, text: string) =>
	new Promise<{ said: unknown; code: number }>((resolve) => {
		let said: unknown;
		const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/gateway`, {
			headers: { authorization: `Bearer ${secret}` }
		});
		socket.on('open', () => socket.send(text));
		socket.on('message', (message) => (said = JSON.parse(message.toString())));
		socket.on('error', () => {});
		socket.on('close', (code) => resolve({ said, code }));
	});

/** Sends the event "started" of a job. */
export function sendStarted(runner: TestRunner, id: string): void {
	const job = runner.jobs.find((job) => job.run === id);
	const [started] = job ? eventsOf(job, runner.description) : [];
	if (started) runner.sendEvent(id, started);
}
