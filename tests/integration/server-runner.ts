/** A test runner, which uses the real protocol over a real WebSocket, and a small exercise. */
import { Exercise } from '@cyclelab/exercises/schema';
import {
	eventMessage,
	ToRunner,
	type FromRunner,
	type RunnerDescription
} from '@cyclelab/runner/schema/gateway';
import type { Job, RunEvent } from '@cyclelab/runner/schema/job';
import type { Report } from '@cyclelab/runner/schema/report';
import type { Conclusions } from '@cyclelab/runner/schema/verdicts';
import { WebSocket } from 'ws';
import { endingEvents } from '../../runner/src/job/conclude.ts';

export const exercise = Exercise.parse({
	slug: 'two-stores',
	order: 10,
	facts: {
		title: 'Two stores',
		track: 'memory',
		summary: 'A small exercise for tests.',
		minutes: 1,
		requires: [],
		needs: { seconds: 1, memoryMiB: 1 },
		document: { title: 'None', author: 'Nobody', place: 'nowhere' },
		iteration: 'one store',
		unit: 'cycles',
		baseline: 'wide',
		variants: [
			{ id: 'wide', label: 'Wide', claim: 'Fast.' },
			{ id: 'narrow', label: 'Narrow', claim: 'Slow.' }
		],
		sweep: { name: 'bytes', label: 'Bytes', unit: 'bytes', scale: 'log', values: [64, 128] },
		question: {
			text: 'How much?',
			of: { variant: 'narrow', parameters: { bytes: 64 } },
			to: { variant: 'wide', parameters: { bytes: 64 } },
			low: 1,
			high: 10
		},
		claims: [
			{
				id: 'slower',
				statement: 'Narrow is slower.',
				of: { variant: 'narrow', parameters: { bytes: 64 } },
				to: { variant: 'wide', parameters: { bytes: 64 } },
				atLeast: 1.5
			}
		]
	},
	story: 'A story.',
	explain: 'An explanation.',
	elsewhere: 'The same.',
	solutions: {},
	sources: { c: { wide: 'int wide;\n', narrow: 'int narrow;\n' } }
});

export const content = {
	tracks: [{ id: 'memory', title: 'Memory', summary: 'About memory.' }],
	exercises: [exercise]
};

export function describeRunner(id: string, slots: number): RunnerDescription {
	return {
		id,
		contract: 3,
		host: {
			arch: 'x86-64',
			microarchitecture: 'znver5',
			processor: 'AMD Zen 5',
			identity: 'AuthenticAMD 26/2/1',
			virtualised: true,
			cores: 2,
			caches: [],
			pageBytes: 4096,
			hugePages: 'madvise',
			emulated: false,
			kernel: '6.1'
		},
		clockGHz: 4.1,
		measures: ['x86-64'],
		inspects: ['x86-64'],
		toolchains: [
			{
				compiler: 'clang-22',
				language: 'c',
				targets: ['x86-64'],
				version: '19.1.7',
				image: 'cyclelab/cc:1'
			}
		],
		slots,
		slowSlots: 0
	};
}

export function reportOf(job: Job, runner: RunnerDescription): Report {
	const { id, host } = runner;
	return {
		run: job.run,
		exercise: job.exercise,
		language: job.language,
		target: job.target,
		startedAt: '2026-01-01T00:00:00.000Z',
		runner: { id, arch: host.arch, microarchitecture: host.microarchitecture, host },
		toolchain: {
			compiler: job.compiler,
			version: '19.1.7',
			flags: job.flags,
			image: 'cyclelab/cc:0123',
			llvmMca: '19.1.7'
		},
		variants: [],
		claims: [],
		knees: []
	};
}

/** The events of a successful run. */
export function eventsOf(job: Job, runner: RunnerDescription): RunEvent[] {
	const report = reportOf(job, runner);
	return [
		{ type: 'started', report },
		{ type: 'stage', stage: 'compile', variant: 'wide' },
		{ type: 'stage', stage: 'measure' },
		{ type: 'finished', conclusions: { ...nothing, summary: 'Done.' } }
	];
}

/** The end of a run without results. */
export const nothing: Conclusions = {
	finishedAt: '2026-01-01T00:00:05.000Z',
	variants: [],
	claims: [],
	knees: []
};

/** The events of a run that ends with this report. */
export function eventsWith({ variants, claims, knees, ...report }: Report): RunEvent[] {
	const { finishedAt: _, summary: __, challenge: ___, ...begun } = report;
	const started = { ...begun, variants: [], claims: [], knees: [] };
	const events: RunEvent[] = [
		{ type: 'started', report: started },
		...variants.map((variant): RunEvent => ({ type: 'inspected', variant }))
	];
	const known = { ...started, variants };
	const { finishedAt = nothing.finishedAt } = report;
	return [...events, ...endingEvents(known, { ...report, finishedAt, variants, claims, knees })];
}

export type TestRunner = {
	/** Jobs received, in order. */
	jobs: Job[];
	/** Runs that the site cancelled. */
	cancelled: string[];
	/** The site's reasons for refusing the runner. */
	refused: string[];
	send: (message: FromRunner) => void;
	/** Sends a message that only another version may know. */
	sendAnything: (message: object) => void;
	sendEvent: (run: string, event: RunEvent) => void;
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

const open = new Set<TestRunner>();

/** Closes the connections of all test runners. */
export async function disconnectAll(): Promise<void> {
	await Promise.all([...open].map((runner) => runner.disconnect()));
}

/** Connects, reports itself ready, and passes every job to `work`. */
export function connectRunner(
	url: string,
	token: string,
	options: {
		id?: string;
		slots?: number;
		/** Changes the runner's description. */
		as?: (description: RunnerDescription) => RunnerDescription;
		work?: (job: Job, runner: TestRunner) => void;
	} = {}
): Promise<TestRunner> {
	const { as = (one) => one } = options;
	const description = as(describeRunner(options.id ?? 'alpha', options.slots ?? 4));
	const finish = (job: Job, runner: TestRunner) => {
		for (const event of eventsOf(job, description)) runner.sendEvent(job.run, event);
	};
	const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/gateway`, {
		headers: { authorization: `Bearer ${token}` },
		perMessageDeflate: false
	});
	const closed = new Promise<number>((resolve) => socket.on('close', resolve));
	const runner: TestRunner = {
		jobs: [],
		cancelled: [],
		refused: [],
		send: (message) => socket.send(JSON.stringify(message)),
		sendAnything: (message) => socket.send(JSON.stringify(message)),
		sendEvent: (run, event) => socket.send(eventMessage(run, JSON.stringify(event))),
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
			(options.work ?? finish)(message.job, runner);
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
			isReady(url, description.id, socket).then((ready) => ready && resolve(runner), reject);
		});
	});
}

/** Waits until the site lists the runner as ready; false if the connection closes before that. */
async function isReady(url: string, id: string, socket: WebSocket): Promise<boolean> {
	while (socket.readyState === WebSocket.OPEN) {
		const runners: { id: string; state: string }[] = await (
			await fetch(`${url}/api/runners`)
		).json();
		if (runners.some((runner) => runner.id === id && runner.state === 'ready')) return true;
		await new Promise((resolve) => setTimeout(resolve, 2));
	}
	return false;
}

/** Sends the event "started" of a job. */
export function sendStarted(runner: TestRunner, id: string): void {
	const job = runner.jobs.find((one) => one.run === id);
	const [started] = job ? eventsOf(job, describeRunner('any', 1)) : [];
	if (started) runner.sendEvent(id, started);
}
