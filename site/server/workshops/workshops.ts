/** Shell: the actions of hosts and participants of workshops. */
import { randomBytes } from 'node:crypto';
import type { Exercise } from '@cyclelab/exercises/schema';
import type { Logger } from 'pino';
import type { Bus } from '../store/bus.ts';
import { fixed } from '../base/config.ts';
import type { Database, Statements } from '../store/database.ts';
import { IssuesError, notFound, SiteError } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Asker } from '../runs/runs.ts';
import { RunRequest, type RunAccepted } from '../../shared/schema.ts';
import type { Reports } from '../runs/reports.ts';
import { limitedBy } from '../limits/visitor.ts';
import { codeOf, newCode } from './code.ts';
import { openGuesses } from './guesses.ts';
import { merged, type RoomChange } from './changes.ts';
import { openLive, type Watcher } from './live.ts';
import { freeName, nameOf, titleOf } from './name.ts';
import { languageOf, questionOf, resultOf, sourceInRoom } from './questions.ts';
import { publicView, type Room, type WorkshopRow } from './room.ts';
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
import type { Seat } from './store.ts';

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

const over = () =>
	new SiteError(409, 'WORKSHOP_OVER', 'This workshop is over. Its page shows what it came to.');

const unreadable = (what: 'name' | 'title') =>
	new IssuesError([{ path: [what], message: `Type a ${what} others can read.` }]);

export function openWorkshops(parts: WorkshopsParts): Workshops {
	const { database, log } = parts;
	const guesses = openGuesses();
	const live = openLive({ whole: read, changes: readAgain }, log);
	const whole = sharing(read);
	const warn = (error: unknown) =>
		log.warn({ err: error }, 'the presence of participants was not stored');

	const changed = (id: string, change?: RoomChange) => {
		live.changed(id, change);
		parts.bus.publish({ kind: 'workshop', workshop: id });
	};
	parts.bus.on('workshop', ({ workshop }) => live.changed(workshop));
	parts.bus.onMissed(live.missed);

	async function read(id: string): Promise<Room | undefined> {
		const room = await store.readRoom(database, id);
		if (!room) return undefined;
		const exercises = room.workshop.exercises.flatMap((slug) => {
			const exercise = parts.exercise(slug);
			return exercise ? [questionOf(exercise)] : [];
		});
		return { ...room, runs: await settled(room.runs), exercises };
	}

	async function readAgain(room: Room, change: Required<RoomChange>): Promise<Room | undefined> {
		const fresh = await store.readRoomChanges(database, room.workshop.id, change);
		return fresh && merged(room, { ...fresh, runs: await settled(fresh.runs) }, change);
	}

	/** The runs, with results of the runs that finished since the last read. */
	async function settled(runs: Room['runs']): Promise<Room['runs']> {
		const fresh = runs.filter(({ state, result }) => state === 'finished' && !result);
		const found = new Map<string, Room['runs'][number]['result']>();
		for (const { run, exercise: slug } of fresh) {
			const exercise = parts.exercise(slug);
			if (found.has(run) || !exercise) continue;
			const report = await parts.reports.read(run, fixed.keptReportBytes);
			if (report === undefined || report === 'too large') continue;
			const result = resultOf(exercise, report);
			await store.writeResult(database, run, result);
			found.set(run, result);
		}
		return runs.map((run) => ({ ...run, result: found.get(run.run) ?? run.result }));
	}

	async function byCode(typed: string, address: string): Promise<string> {
		const whose = limitedBy(address);
		const seconds = guesses.wait(whose);
		if (seconds > 0)
			throw new SiteError(
				429,
				'TOO_MANY_CODES',
				`Too many wrong codes came from this address. Try again in ${seconds} s.`,
				{ retryAfterSeconds: seconds }
			);
		const code = codeOf(typed);
		const id = code && (await store.findByCode(database, code));
		if (id) return id;
		guesses.record(whose);
		throw new SiteError(
			404,
			'NO_WORKSHOP',
			'No workshop has this code. Compare it with the code on the screen.'
		);
	}

	/** Changes an open workshop, under its lock. */
	async function within<T>(
		id: string,
		work: (sql: Statements, row: WorkshopRow) => Promise<T>
	): Promise<T> {
		return database.transaction(async (sql) => {
			const row = await store.lockWorkshop(sql, id);
			if (!row) throw notFound('workshop');
			if (row.ended_at) throw over();
			return work(sql, row);
		});
	}

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
		await store.insertRoomRun(database, { workshop, run: id, seat: number, exercise });
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

	const renew = () =>
		store.noteHere(database, live.seats(), fixed.seatHereSeconds).then(live.missed, warn);
	const renewing = setInterval(renew, (fixed.seatHereSeconds * 1000) / 3);
	renewing.unref();
	const sweep = () =>
		store.deleteDue(database).then((ids) => ids.forEach((id) => changed(id)), warn);
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
			const taken = await within(id, async (sql) => {
				const names = await store.readNames(sql, id);
				if (names.length >= fixed.seats)
					throw new SiteError(
						409,
						'WORKSHOP_FULL',
						`A workshop has ${fixed.seats} places, and all are taken. Watch the host's screen.`
					);
				const free = freeName(wished, names);
				const number = names.length + 1;
				await store.insertSeat(sql, { workshop: id, number, token, name: free });
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
			const at = await within(id, async (sql, row) => {
				if (act.act === 'go' && !row.exercises.includes(act.exercise))
					throw new IssuesError([
						{ path: ['exercise'], message: `“${act.exercise}” is not part of this workshop.` }
					]);
				if (act.act === 'end') await store.endWorkshop(sql, id);
				else if (act.act === 'check') {
					const { person: seat, run, accepted } = act;
					if (!(await store.writeCheck(sql, { workshop: id, run, seat, accepted })))
						throw notFound('solution in this workshop');
				} else await store.writeState(sql, id, after(row.state, act, Date.now()));
				if (act.act === 'bring') await store.followAll(sql, id);
				return row.state.at;
			});
			if (act.act === 'measure') await measure(id, at);
			if (act.act === 'check') changed(id, { runs: [act.run] });
			else changed(id, act.act === 'bring' ? undefined : {});
		},
		source: async (id, run) => {
			const job = await store.findRoomJob(database, id, run);
			if (!job) throw notFound('run in this workshop');
			return sourceInRoom(parts.exercise(job.exercise), job);
		},
		remove: async (id) => {
			await store.deleteWorkshop(database, id);
			changed(id);
		},
		seat: (token) => store.findSeat(database, token),
		change: async (seat, change) => {
			if (seat.over) throw over();
			await store.changeSeat(database, seat, change);
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
				await store.upsertVote(sql, seat, { exercise, round: step.vote, ratio });
			});
			changed(seat.workshop, { votes: [{ seat: seat.number, exercise }] });
		},
		asker,
		ran,
		watch: (id, watcher) => {
			const { seat } = watcher;
			const leave = live.watch(id, watcher);
			if (seat)
				store
					.noteHere(database, [seat], fixed.seatHereSeconds)
					.then(() => changed(id, { seats: [seat.number] }))
					.catch(warn);
			const isHere = () =>
				live.seats().some((one) => one.workshop === seat?.workshop && one.number === seat.number);
			return () => {
				leave();
				if (!seat) return;
				// a participant who reloads the page reconnects within a moment
				setTimeout(() => {
					if (isHere()) return;
					store
						.noteHere(database, [seat], 0)
						.then(() => changed(id, { seats: [seat.number] }))
						.catch(warn);
				}, fixed.seatGraceMs).unref();
			};
		},
		close: () => {
			clearInterval(renewing);
			clearInterval(sweeping);
			live.close();
		}
	};
}
