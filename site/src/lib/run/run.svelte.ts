/** One run as a page sees it: started or found again, followed through its events, cancelled. */
import { apply } from '@cyclelab/contract/measure/progress';
import type { Stage } from '@cyclelab/contract/schema/failure';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import type { Report } from '@cyclelab/contract/schema/report';
import { isOver } from '../../../shared/run-state.ts';
import type { RunState } from '../../../shared/schema.ts';
import { ApiError, type RunApi, type RunRequest } from './api.ts';

/** `lost`: gone from the server, or never there. `refused`: the server did not take the request. */
type PageState = RunState | 'idle' | 'sending' | 'refused' | 'lost';

const isBusy = (state: PageState) => !isOver(state) && !['idle', 'refused', 'lost'].includes(state);

const hasNumbers = ({ variants }: Report): boolean =>
	variants.some(({ points }) => points.some(({ ongoing }) => !ongoing));

/** The page no longer follows the run. */
const left = 'left';

/** Pauses between attempts to reach the server again, in ms; the last one repeats. */
const pausesMs = [250, 500, 1000, 2000, 4000];

export class Run {
	#api: RunApi;
	#controller: AbortController | undefined;
	/** The request, as text. */
	#asked: string | undefined;
	id = $state<string>();
	/** The id it was sent with, before the server has taken it. */
	sentAs = $state<string>();
	state = $state<PageState>('idle');
	/** Position in the queue, 1 = next; and the estimate of the wait. */
	position = $state<number>();
	waitMs = $state<number>();
	/** Why it waits, if not for other runs, or why this stage takes long: a sentence of the server. */
	notice = $state<string>();
	/** Position in the queue for the measuring core, 1 = next. */
	coreWait = $state<number>();
	stage = $state<Stage>();
	/** The variant the stage is about. */
	variant = $state<string>();
	/** The runner that had the run before it disconnected; another runner starts or started the run again. */
	movedFrom = $state<string>();
	/** False while the connection is being found again. */
	connected = $state(true);
	report = $state.raw<Report>();
	/** What the page showed before this run. */
	#before = $state.raw<Report>();
	/** The report to show: until this run has a number, the report of the run before. */
	shown = $derived.by(() => {
		const isThere = this.state === 'finished' || (this.report && hasNumbers(this.report));
		return isThere ? this.report : (this.#before ?? this.report);
	});
	/** Our own failure or the server's refusal: a sentence, and the id that finds it in the log. `wrong`: the request is refused each time. */
	trouble = $state.raw<{ message: string; id: string | undefined; wrong?: boolean }>();
	busy = $derived(isBusy(this.state));

	constructor(api: RunApi) {
		this.#api = api;
	}

	/** Starts a run and follows it to its end. Cancels an earlier run of this page. */
	async start(request: RunRequest) {
		const outdated = this.busy ? this.id : undefined;
		const signal = this.#begin();
		if (outdated) void this.#api.cancel(outdated).catch(() => undefined);
		this.state = 'sending';
		this.sentAs = request.id;
		this.#asked = JSON.stringify(request);
		try {
			// Never given up on its way: what the server has taken must be known to be cancelled.
			const { id, notice } = await this.#api.start(request);
			if (signal.aborted) {
				// A run that the page left continues if its id is known, so that the learner can return to it.
				const goesOn = signal.reason === left && request.id === id;
				if (!goesOn) void this.#api.cancel(id).catch(() => undefined);
				return;
			}
			this.id = id;
			this.notice = notice;
			this.state = 'queued';
		} catch (error) {
			return this.#stumble(error, 'refused', signal);
		}
		await this.#listenTo(this.id, signal);
	}

	/** Inspects what is being typed, unless the last inspection was of the same and its answer is here or on its way. */
	async ask(request: RunRequest) {
		const followed = this.#controller?.signal.aborted === false;
		const isGood = followed && (this.busy || this.state === 'finished');
		if (isGood && this.#asked === JSON.stringify(request)) return;
		const signal = this.#begin();
		this.state = 'sending';
		this.#asked = JSON.stringify(request);
		// The server stores nothing of it: after a broken connection the same is asked again.
		await this.#listen(() => this.#api.inspect(request, signal), signal, 'refused');
	}

	/** Follows a run that this or another page started. */
	async follow(id: string) {
		const signal = this.#begin();
		this.id = id;
		this.state = 'queued';
		try {
			const status = await this.#api.status(id, signal);
			if (status.report) this.report = status.report;
			if (status.state === 'finished' || status.state === 'cancelled') {
				this.state = status.state;
				return;
			}
			if (status.state === 'failed' && status.failure) {
				this.state = 'failed';
				this.trouble = status.failure;
				return;
			}
		} catch (error) {
			return this.#stumble(error, 'lost', signal);
		}
		await this.#listenTo(id, signal);
	}

	/** Shows a report that is already there (server-rendered, or a snapshot's). */
	show(report: Report) {
		this.#begin();
		this.id = report.run;
		this.report = report;
		this.state = 'finished';
	}

	async cancel() {
		const { id } = this;
		this.#controller?.abort();
		this.state = 'cancelled';
		if (!id) return;
		await this.#api.cancel(id).catch((error: unknown) => {
			const isRefused = error instanceof ApiError && error.status === 403;
			if (!isRefused || this.state !== 'cancelled' || this.id !== id) return;
			// The run goes on, so the page must not say that it was cancelled.
			this.state = 'lost';
			this.trouble = { message: error.message, id: error.id };
		});
	}

	/** Stops following; the run itself goes on. */
	leave() {
		this.#controller?.abort(left);
	}

	#begin(): AbortSignal {
		this.#controller?.abort();
		this.#controller = new AbortController();
		this.#before = this.shown;
		this.#asked = undefined;
		this.id = undefined;
		this.sentAs = undefined;
		this.report = undefined;
		this.trouble = undefined;
		this.notice = undefined;
		this.position = undefined;
		this.waitMs = undefined;
		this.coreWait = undefined;
		this.stage = undefined;
		this.variant = undefined;
		this.movedFrom = undefined;
		this.connected = true;
		return this.#controller.signal;
	}

	#stumble(error: unknown, state: 'refused' | 'lost', signal: AbortSignal) {
		if (signal.aborted) return;
		if (!(error instanceof ApiError)) throw error;
		this.state = state;
		const { message, id, status } = error;
		this.trouble = { message, id, wrong: status === 400 || status === 413 };
	}

	/** Reads the events of a run that has an address. */
	#listenTo(id: string, signal: AbortSignal) {
		return this.#listen((last) => this.#api.events(id, last, signal), signal, 'lost');
	}

	/**
	 * Reads events until the run is over, however often the connection breaks.
	 * @param refused the state if the server does not take the first request; of a run that it took, only if it has none
	 */
	async #listen(
		open: (last: string | undefined) => ReturnType<RunApi['events']>,
		signal: AbortSignal,
		refused: 'refused' | 'lost'
	) {
		let last: string | undefined;
		let attempt = 0;
		let isTaken = refused === 'lost';
		while (!signal.aborted && isBusy(this.state)) {
			try {
				for await (const { id: number, event } of open(last)) {
					if (signal.aborted) return;
					attempt = 0;
					isTaken = true;
					this.connected = true;
					this.#take(event);
					last = number ?? last;
					if (!isBusy(this.state)) return;
				}
			} catch (error) {
				if (signal.aborted) return;
				if (error instanceof ApiError && (error.status === 404 || !isTaken))
					return this.#stumble(error, refused, signal);
			}
			if (signal.aborted) return;
			this.connected = false;
			const pauseMs = pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 4000;
			attempt += 1;
			await this.#api.pause(pauseMs, signal).catch(() => undefined);
		}
	}

	#take(event: RunEvent) {
		this.report = apply(this.report, event);
		this.coreWait = event.type === 'waiting' ? event.position : undefined;
		switch (event.type) {
			case 'queued':
				this.state = 'queued';
				this.position = event.position;
				this.waitMs = event.waitMs;
				this.notice = event.notice;
				break;
			case 'moved':
				this.state = 'queued';
				this.movedFrom = event.from;
				this.position = undefined;
				this.waitMs = undefined;
				this.notice = undefined;
				this.stage = undefined;
				this.variant = undefined;
				break;
			case 'started':
				this.state = 'running';
				this.notice = undefined;
				this.stage = undefined;
				break;
			case 'stage':
				this.state = 'running';
				// Counting and predicting go on beside the measurement, which is what the learner waits for.
				if (this.stage === 'measure' && event.stage !== 'measure') break;
				this.stage = event.stage;
				this.variant = event.variant;
				this.notice = event.notice;
				break;
			case 'finished':
				this.state = 'finished';
				break;
			case 'failed':
				this.state = 'failed';
				this.trouble = { message: event.message, id: event.id };
				break;
			case 'cancelled':
				this.state = 'cancelled';
				break;
		}
	}
}
