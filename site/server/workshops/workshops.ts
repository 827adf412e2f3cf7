/** Shell: the actions of hosts and participants of workshops. */
import { randomBytes } from 'node:crypto';
import type { Exercise } from '@cyclelab/exercises/schema';
import type { Logger } from 'pino';
import type { Bus } from '../store/bus.ts';
import { fixed } from '../base/config.ts';
import type { Database } from '../store/database.ts';
import { IssuesError, notFound, SiteError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Reports } from '../runs/reports.ts';
import type { Asker } from '../runs/runs.ts';
import { RunRequest, type RunAccepted } from '../../shared/schema.ts';
import { findingByCode } from './by-code.ts';
import { newCode } from './code.ts';
import type { RoomChange } from './changes.ts';
import { openLive, type Watcher } from './live.ts';
import { freeName, nameOf, titleOf } from './name.ts';
import { over, within } from './open-workshop.ts';
import { openPresence } from './presence.ts';
import { languageOf, sourceInRoom } from './questions.ts';
import type { Room } from './room.ts';
import { roomReader } from './room-reader.ts';
import { findRoomJob, insertRoomRun, writeCheck } from './run-store.ts';
import {
	changeSeat,
	findSeat,
	followAll,
	insertSeat,
	readNames,
	upsertVote,
	type Seat
} from './seat-store.ts';
import type {
	HostAct,
	RoomSource,
	SeatChange,
	SeatTaken,
	VoteRequest,
	WorkshopOpened,
	WorkshopRequest,
	WorkshopView
} from '../../shared/workshop-schema.ts';
import { sharing } from './sharing.ts';
import { after, begin, stepOf } from './state.ts';
import * as store from './store.ts';
import { publicView } from './views.ts';

export type Workshops = {
	open: (request: WorkshopRequest) => Promise<WorkshopOpened>;
	/** `address`: the client for the rate limit of wrong codes. */
	find: (typed: string, address: string) => Promise<WorkshopView>;
	join: (typed: string, name: string, address: string) => Promise<SeatTaken>;
	/** The workshop of a host's token. */
	hosted: (token: string) => Promise<string>;
	room: (workshop: string) => Promise<Room>;
	act: (workshop: string, act: HostAct) => Promise<void>;
	/** The sources that a participant changed for a run. */
	source: (workshop: string, run: string) => Promise<RoomSource>;
	remove: (workshop: string) => Promise<void>;
	/** The seat of a participant's token; undefined if the token is unknown. */
	seat: (token: string) => Promise<Seat | undefined>;
	change: (seat: Seat, change: SeatChange) => Promise<void>;
	vote: (seat: Seat, vote: VoteRequest) => Promise<void>;
	/** The owner, in limits and fair queueing, of the runs of a participant or of the host (0). */
	asker: (seat: Pick<Seat, 'workshop' | 'number'>) => Asker;
	/** Records that this seat requested this run. */
	ran: (
		seat: Pick<Seat, 'workshop' | 'number'>,
		run: RunAccepted,
		request: RunRequest
	) => Promise<void>;
	watch: (workshop: string, watcher: Watcher) => () => void;
	close: () => void;
};

export type WorkshopsParts = {
	database: Database;
	bus: Bus;
	reports: Reports;
	exercise: (slug: string) => Exercise | undefined;
	submit: (request: RunRequest, asker: Asker) => Promise<RunAccepted>;
	log: Logger;
};

const unreadable = (what: 'name' | 'title') =>
	new IssuesError([{ path: [what], message: `Type a ${what} others can read.` }]);

export function openWorkshops(parts: WorkshopsParts): Workshops {
	const { database, log } = parts;
	const byCode = findingByCode(database);
	const rooms = roomReader(parts);
	const live = openLive(rooms, log);
	const whole = sharing(rooms.whole);
	const changed = (id: string, change?: RoomChange) => {
		live.changed(id, change);
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

	const asker: Workshops['asker'] = ({ workshop, number }) => ({
		owner: `workshop ${workshop} ${number}`,
		mostOpen: fixed.openRunsOfSeat,
		room: workshop
	});

	const ran: Workshops['ran'] = async ({ workshop, number }, { id }, { exercise, stages }) => {
		if (!stages.includes('measure')) return;
		await insertRoomRun(database, { workshop, run: id, seat: number, exercise });
		changed(workshop, { runs: [id] });
	};

	async function measure(id: string, slug: string): Promise<void> {
		const exercise = parts.exercise(slug);
		if (!exercise) throw notFound('exercise');
		const language = languageOf(exercise);
		const request = RunRequest.parse({ exercise: slug, language });
		const host = { workshop: id, number: 0 };
		await ran(host, await parts.submit(request, asker(host)), request);
	}

	const sweep = () =>
		store.deleteDue(database).then(
			(ids) => ids.forEach((id) => changed(id)),
			(error: unknown) => log.warn({ err: error }, 'expired workshops were not deleted')
		);
	const sweeping = setInterval(sweep, fixed.workshopSweepMs);
	sweeping.unref();
	void sweep();

	return {
		open: async ({ title: typed, exercises, keepDays }) => {
			const title = titleOf(typed);
			if (title === undefined) throw unreadable('title');
			const issues = exercises.flatMap((slug, i) =>
				parts.exercise(slug) && exercises.indexOf(slug) === i
					? []
					: [{ path: ['exercises', i], message: `“${slug}” is unknown, or chosen twice.` }]
			);
			if (issues.length > 0) throw new IssuesError(issues);
			const host = randomBytes(32).toString('base64url');
			const state = begin(exercises);
			for (;;) {
				const code = newCode();
				const one = { id: newId(), code, host, title, exercises, state, keepDays };
				const deletes = await store.insertWorkshop(database, one);
				if (!deletes) continue;
				const deletesAt = deletes.toISOString();
				return { code, hostPage: `/host/${host}`, joinPage: `/w/${code}`, deletesAt };
			}
		},
		find: async (typed, address) => publicView(await room(await byCode(typed, address))),
		join: async (typed, typedName, address) => {
			const id = await byCode(typed, address);
			const wished = nameOf(typedName);
			if (wished === undefined) throw unreadable('name');
			const token = randomBytes(32).toString('base64url');
			const taken = await within(database, id, async (sql) => {
				const names = await readNames(sql, id);
				if (names.length >= fixed.seats)
					throw new SiteError(
						409,
						'WORKSHOP_FULL',
						`A workshop has ${fixed.seats} places, and all are taken. Watch the host's screen.`
					);
				const free = freeName(wished, names);
				const number = names.length + 1;
				await insertSeat(sql, { workshop: id, number, token, name: free });
				return { name: free, number };
			});
			changed(id, { seats: [taken.number] });
			return { token, name: taken.name };
		},
		hosted: async (token) => {
			const id = await store.findByHost(database, token);
			if (!id) throw notFound('workshop');
			return id;
		},
		room,
		act: async (id, act) => {
			const at = await within(database, id, async (sql, row) => {
				if (act.act === 'go' && !row.exercises.includes(act.exercise))
					throw new IssuesError([
						{ path: ['exercise'], message: `“${act.exercise}” is not part of this workshop.` }
					]);
				if (act.act === 'end') await store.endWorkshop(sql, id);
				else if (act.act === 'check') {
					const { person: seat, run, accepted } = act;
					if (!(await writeCheck(sql, { workshop: id, run, seat, accepted })))
						throw notFound('solution in this workshop');
				} else await store.writeState(sql, id, after(row.state, act, Date.now()));
				if (act.act === 'bring') await followAll(sql, id);
				return row.state.at;
			});
			if (act.act === 'measure') await measure(id, at);
			if (act.act === 'check') changed(id, { runs: [act.run] });
			else changed(id, act.act === 'bring' ? undefined : {});
		},
		source: async (id, run) => {
			const job = await findRoomJob(database, id, run);
			if (!job) throw notFound('run in this workshop');
			return sourceInRoom(parts.exercise(job.exercise), job);
		},
		remove: async (id) => {
			await store.deleteWorkshop(database, id);
			changed(id);
		},
		seat: (token) => findSeat(database, token),
		change: async (seat, change) => {
			if (seat.over) throw over();
			await changeSeat(database, seat, change);
			changed(seat.workshop, { seats: [seat.number] });
		},
		vote: async (seat, { exercise, ratio }) => {
			await database.transaction(async (sql) => {
				const row = await store.shareWorkshop(sql, seat.workshop);
				if (!row) throw notFound('workshop');
				if (row.ended_at) throw over();
				if (!row.exercises.includes(exercise)) throw notFound('exercise in this workshop');
				const step = stepOf(row.state, exercise);
				if (step.revealed)
					throw new SiteError(
						409,
						'VOTE_CLOSED',
						'The vote is closed: its outcome is on the screen. Your vote was not counted.'
					);
				await upsertVote(sql, seat, { exercise, round: step.vote, ratio });
			});
			changed(seat.workshop, { votes: [{ seat: seat.number, exercise }] });
		},
		asker,
		ran,
		watch: presence.watch,
		close: () => {
			presence.close();
			clearInterval(sweeping);
			live.close();
		}
	};
}
