/** Shell: the actions of hosts and participants of workshops. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Exercise } from '@cyclelab/exercises/schema';
import type { Logger } from 'pino';
import type { Bus } from '../store/bus.ts';
import { fixed } from '../base/config.ts';
import type { Database, Sql } from '../store/database.ts';
import { notFound, SiteError } from '../base/errors.ts';
import type { Reports } from '../runs/event-store.ts';
import type { Asker } from '../runs/service.ts';
import { RunRequest, type RunAccepted } from '../../shared/schema.ts';
import type { ShownCode } from '../../shared/workshop-people.ts';
import { actOn } from './acts.ts';
import { askQuestion, voteForQuestion } from './floor-store.ts';
import { readShownCode, showCode, writeAsked } from './code-store.ts';
import { findingByCode } from './by-code.ts';
import type { SharedLimits } from '../limits/limits.ts';
import { openLive } from './live.ts';
import { freeName, nameOf, reasonOf } from './name.ts';
import { openWorkshop, unreadable } from './opening.ts';
import { openPresence } from './presence.ts';
import { languageOf, sourceInRoom } from './questions.ts';
import type { Room, WorkshopRow } from './room.ts';
import { roomReader } from './room-reader.ts';
import { findRoomJob, insertRoomRun, countRoomRuns, hasMeasured } from './run-store.ts';
import {
	changeSeat,
	findSeat,
	insertSeat,
	nextSeat,
	readNames,
	type Seat,
	type SeatKey,
	upsertVote
} from './seat-store.ts';
import type { HostAct, RoomSource, PersonSource } from '../../shared/workshop-host.ts';
import type {
	SeatChange,
	SeatRequest,
	SeatTaken,
	VoteRequest
} from '../../shared/workshop-participant.ts';
import type { WorkshopView } from '../../shared/workshop-results.ts';
import type { WorkshopOpened, WorkshopRequest } from '../../shared/workshop-schema.ts';
import { singleFlight } from './single-flight.ts';
import * as store from './store.ts';
import { publicView } from './views.ts';
import { stepOf } from './state.ts';

type WorkshopsParts = {
	database: Database;
	bus: Bus;
	reports: Reports;
	exercise: (slug: string) => Exercise | undefined;
	submit: (request: RunRequest, asker: Asker) => Promise<RunAccepted>;
	/** Key of the hash that stands for an address. */
	secret: Buffer;
	sharedLimits: SharedLimits;
	log: Logger;
};

export type Workshops = ReturnType<typeof openWorkshops>;

export function openWorkshops(parts: WorkshopsParts) {
	const { database, log } = parts;
	const byCode = findingByCode(database, parts.sharedLimits);
	const rooms = roomReader(parts);
	const live = openLive(rooms, log);
	const whole = singleFlight(rooms);
	const changed = (id: string) => {
		live.changed(id);
		parts.bus.publish({ kind: 'workshop', workshop: id });
	};
	parts.bus.on('workshop', ({ workshop }) => live.changed(workshop));
	parts.bus.onMissed(live.missed);
	const presence = openPresence({ database, live, changed, log });

	async function room(id: string): Promise<Room> {
		const found = await whole(id);
		if (!found) throw notFound('workshop');
		return found;
	}

	/** The owner, in limits and fair queueing, of the runs of a participant or of the host (0). */
	const asker = ({ workshop, number }: SeatKey): Asker => ({
		owner: `workshop ${workshop} ${number}`,
		mostOpen: fixed.openRunsOfSeat,
		room: workshop
	});

	/** Records that this seat requested this run. */
	async function ran({ workshop, number }: SeatKey, { id }: RunAccepted, request: RunRequest) {
		const { exercise, stages } = request;
		if (!stages.includes('measure')) return;
		await insertRoomRun(database, { workshop, run: id, seat: number, exercise });
		changed(workshop);
	}

	/** Refuses a measurement if this seat or its workshop has as many as it may. */
	async function mayRun(seat: SeatKey, { stages }: Pick<RunRequest, 'stages'>) {
		if (stages.includes('measure')) await checkRunsOf(database, seat);
	}

	async function measure(id: string, slug: string): Promise<void> {
		const exercise = parts.exercise(slug);
		if (!exercise) throw notFound('exercise');
		const language = languageOf(exercise);
		const request = RunRequest.parse({ exercise: slug, language });
		const host = { workshop: id, number: 0 };
		await mayRun(host, request);
		await ran(host, await parts.submit(request, asker(host)), request);
	}

	const sweep = () =>
		store.deleteDue(database).then(
			(ids) => ids.forEach(changed),
			(error: unknown) => log.warn({ err: error }, 'expired workshops were not deleted')
		);
	const sweeping = setInterval(sweep, fixed.workshopSweepMs);
	sweeping.unref();
	void sweep();

	return {
		open: (request: WorkshopRequest): Promise<WorkshopOpened> =>
			openWorkshop(database, parts.exercise, request),
		/** `address`: the client for the rate limit of wrong codes. */
		find: async (typed: string, address: string): Promise<WorkshopView> =>
			publicView(await room(await byCode(typed, address))),
		join: async (typed: string, request: SeatRequest, address: string): Promise<SeatTaken> => {
			const id = await byCode(typed, address);
			const wished = nameOf(request.name);
			if (wished === undefined) throw unreadable('name');
			const token = randomBytes(32).toString('base64url');
			const taken = await store.within(database, id, async (sql) => {
				const names = await readNames(sql, id);
				if (names.length >= fixed.seatsOfRoom)
					throw new SiteError(
						409,
						'WORKSHOP_FULL',
						`A workshop has ${fixed.seatsOfRoom} places, and all are taken. Watch the host's screen.`
					);
				const free = freeName(wished, names);
				const number = await nextSeat(sql, id);
				await insertSeat(sql, {
					workshop: id,
					number,
					token,
					name: free,
					address: createHmac('sha256', parts.secret).update(`${id} ${address}`).digest(),
					synthetic: request.synthetic
				});
				return { name: free, number };
			});
			changed(id);
			return { token, name: taken.name };
		},
		/** The workshop of a host's token. */
		hosted: async (token: string) => {
			const id = await store.findByHost(database, token);
			if (!id) throw notFound('workshop');
			return id;
		},
		room,
		act: async (id: string, act: HostAct) => {
			const at = await actOn(database, id, act);
			if (act.act === 'measure') await measure(id, at);
			changed(id);
		},
		/** The sources that a participant changed for a run. */
		source: async (id: string, run: string): Promise<RoomSource> => {
			const job = await findRoomJob(database, id, run);
			if (!job) throw notFound('run in this workshop');
			return sourceInRoom(parts.exercise(job.exercise), job);
		},
		remove: async (id: string) => {
			await store.deleteWorkshop(database, id);
			changed(id);
		},
		/** The seat of a participant's token; undefined if the token is unknown. */
		seat: (token: string) => findSeat(database, token),
		change: async (seat: Seat, change: SeatChange) => {
			if (seat.over) throw store.over();
			await changeSeat(database, seat, change);
			changed(seat.workshop);
		},
		vote: async (seat: Seat, vote: VoteRequest) => {
			await takeVote(database, seat, vote);
			changed(seat.workshop);
		},
		/** Asks a question, which everybody sees; and votes for another participant's question. */
		ask: async (seat: Seat, text: string) => {
			await askQuestion(database, seat, text);
			changed(seat.workshop);
		},
		want: async (seat: Seat, question: number, on: boolean) => {
			await voteForQuestion(database, seat, question, on);
			changed(seat.workshop);
		},
		/** Shows the participant's code on the host's screen, and takes it away. */
		show: async (seat: Seat, code: ShownCode) => {
			await showCode(database, parts.exercise, seat, code);
			changed(seat.workshop);
		},
		unshow: async (seat: Seat) => {
			await writeAsked(database, seat, false);
			changed(seat.workshop);
		},
		/** The code that a participant shows. */
		shown: (workshop: string, person: number): Promise<PersonSource> =>
			readShownCode(database, parts.exercise, { workshop, number: person }),
		asker,
		mayRun,
		ran,
		watch: presence.watch,
		close: () => {
			presence.close();
			clearInterval(sweeping);
			live.close();
		}
	};
}

/**
 * All measurements of a workshop are read whenever it is read, so it holds a limited number.
 * @throws a `SiteError` if this person, or the workshop, has as many measurements as it may
 */
async function checkRunsOf(sql: Sql, seat: SeatKey): Promise<void> {
	const { all, own } = await countRoomRuns(sql, seat);
	if (own >= fixed.runsOfSeat)
		throw new SiteError(
			409,
			'TOO_MANY_MEASUREMENTS',
			`You asked for ${own} measurements in this workshop, and ${fixed.runsOfSeat} is the limit. Measure outside of the workshop.`
		);
	if (all >= fixed.runsOfRoom)
		throw new SiteError(
			409,
			'TOO_MANY_MEASUREMENTS',
			`A workshop holds ${fixed.runsOfRoom.toLocaleString('en')} measurements, and there are as many. Measure outside of the workshop.`
		);
}

async function takeVote(
	database: Database,
	seat: Seat,
	{ exercise, ratio, confidence, why = '' }: VoteRequest
): Promise<void> {
	const take = async (sql: Sql, row: WorkshopRow) => {
		if (!row.exercises.includes(exercise)) throw notFound('exercise in this workshop');
		const step = stepOf(row.state, exercise);
		if (step.revealed)
			throw new SiteError(
				409,
				'VOTE_CLOSED',
				'The vote is closed: its outcome is on the screen. Your vote was not counted.'
			);
		if (row.due_at && (await hasMeasured(sql, seat, exercise)))
			throw new SiteError(
				409,
				'VOTE_CLOSED',
				'You measured this exercise already, so your prediction stays as it was.'
			);
		const vote = { exercise, round: step.vote, ratio, confidence, why: reasonOf(why) };
		await upsertVote(sql, seat, vote);
	};
	await store.within(database, seat.workshop, take, 'share');
}
