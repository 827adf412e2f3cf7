/** Workshops over the site's HTTP API. */
import type { HostAct, HostView, PersonSource, RoomSource } from '../../../shared/workshop-host.ts';
import type {
	SeatChange,
	SeatTaken,
	SeatView,
	VoteRequest
} from '../../../shared/workshop-participant.ts';
import type { WorkshopView } from '../../../shared/workshop-results.ts';
import type { WorkshopOpened, WorkshopRequest } from '../../../shared/workshop-schema.ts';
import type { ShownCode } from '../../../shared/workshop-people.ts';
import { messagesOf, posting, request, runApi } from '../run/api.ts';

/** A view as it comes, with the time the server has; without one there is nothing here any more. */
export type Frame<V> = { now: string; view: V } | undefined;

/** Where a room's views come from; tests pass plain functions. */
export interface Views<V> {
	views(signal: AbortSignal): AsyncIterable<Frame<V>>;
	/** Resolves after a while; rejects when aborted. */
	pause(ms: number, signal: AbortSignal): Promise<void>;
}

export interface HostApi extends Views<HostView> {
	/** Resolves to what the act left. */
	act(act: HostAct): Promise<HostView>;
	/** The sources that a participant changed for a run. */
	source(run: string): Promise<RoomSource>;
	/** The code that a participant shows. */
	shown(person: number): Promise<PersonSource>;
	remove(): Promise<void>;
}

export interface SeatApi extends Views<SeatView> {
	change(change: SeatChange): Promise<void>;
	vote(vote: VoteRequest): Promise<void>;
	ask(text: string): Promise<void>;
	want(question: number, on: boolean): Promise<void>;
	show(code: ShownCode): Promise<void>;
	/** Takes the code away, or declines to show it. */
	unshow(): Promise<void>;
}

async function* views<V>(path: string, headers: object, signal: AbortSignal) {
	const response = await request(path, {
		headers: { ...headers, accept: 'text/event-stream' },
		signal
	});
	// the server made the view with the schema; only whether there is one is looked at
	for await (const { data } of messagesOf(response)) {
		const frame: { now: string; view?: V } = JSON.parse(data);
		yield frame.view === undefined ? undefined : { now: frame.now, view: frame.view };
	}
}

/** A request may leave out fields that have a default. */
type Wanted = Partial<WorkshopRequest> & Pick<WorkshopRequest, 'title' | 'exercises'>;

export async function openWorkshop(wanted: Wanted): Promise<WorkshopOpened> {
	return (await request('/api/workshops', posting(wanted))).json();
}

/** A workshop by its code; when it is over, with its results. */
export async function workshopOf(code: string): Promise<WorkshopView> {
	return (await request(`/api/workshops/${encodeURIComponent(code)}`, {})).json();
}

export async function joinWorkshop(code: string, name: string): Promise<SeatTaken> {
	const path = `/api/workshops/${encodeURIComponent(code)}/seats`;
	return (await request(path, posting({ name }))).json();
}

export function hostApi(token: string): HostApi {
	const path = `/api/hosts/${encodeURIComponent(token)}`;
	return {
		views: (signal) => views<HostView>(`${path}/events`, {}, signal),
		pause: runApi.pause,
		act: async (act) => (await request(`${path}/acts`, posting(act))).json(),
		shown: async (person) => (await request(`${path}/people/${person}/code`, {})).json(),
		source: async (run) => (await request(`${path}/runs/${encodeURIComponent(run)}`, {})).json(),
		remove: async () => void (await request(path, { method: 'DELETE' }))
	};
}

export function seatApi(token: string): SeatApi {
	const bearer = { authorization: `Bearer ${token}` };
	const send = async (path: string, body: unknown) => {
		await request(path, posting(body, bearer));
	};
	return {
		views: (signal) => views<SeatView>('/api/seat/events', bearer, signal),
		pause: runApi.pause,
		change: (change) => send('/api/seat', change),
		vote: (vote) => send('/api/seat/votes', vote),
		ask: (text) => send('/api/seat/questions', { text }),
		want: (question, on) => send(`/api/seat/questions/${question}/votes`, { on }),
		show: (code) => send('/api/seat/code', code),
		unshow: async () =>
			void (await request('/api/seat/code', { method: 'DELETE', headers: bearer }))
	};
}
