/** Shell: one synthetic participant: joins, and does what the host's screen waits for, until it is left. */
import type { SeatView } from '@cyclelab/site/shared/workshop-participant.ts';
import { listen, post, type Answered } from './client.ts';
import { opinionOf, pick, questions, reconsidered, type Opinion, type Random } from './opinion.ts';

export type Counts = {
	votes: number;
	questions: number;
	runs: number;
	shown: number;
	refused: number;
};

type Rehearsed = {
	site: string;
	code: string;
	number: number;
	random: Random;
	/** How much faster than people they act. */
	pace: number;
	counts: Counts;
	/** Gets the reason of each request that the site refused. */
	onRefused: (reason: string) => void;
	/** The workshop ended or was deleted. */
	onOver: () => void;
	/** Sources of an exercise in C, by variant. */
	sourcesOf: (exercise: string) => Promise<Record<string, string>>;
};

/** Times that people take, ms, as the longest of a uniform distribution. */
const voteMs = 14_000;
const showMs = 4000;
const liveMs = 25_000;

/** Part of the participants who run the exercise as it is given, ask a question, or do not want to show their code. */
const running = 0.15;
const asking = 0.06;
const shy = 0.15;

/** Joins under the name of a synthetic participant. Resolves with the function that leaves. */
export async function participate(one: Rehearsed): Promise<() => void> {
	const { site, code, number, random, pace, counts } = one;
	const name = `Synthetic ${String(number).padStart(2, '0')}`;
	const joined: Answered<{ token: string }> = await post(`${site}/api/workshops/${code}/seats`, {
		name,
		synthetic: true
	});
	const { token } = joined.body;
	const timers = new Set<NodeJS.Timeout>();
	const opinions = new Map<string, Opinion>();
	const voted = new Set<string>();
	let at: string | undefined;
	let answered = false;
	let view: SeatView | undefined;

	const later = (withinMs: number, act: () => Promise<unknown>) => {
		const timer = setTimeout(
			() => {
				timers.delete(timer);
				act().catch((error: unknown) => {
					counts.refused += 1;
					one.onRefused(error instanceof Error ? error.message : String(error));
				});
			},
			(random() * withinMs) / pace
		);
		timers.add(timer);
	};
	const send = (path: string, body: object) => post(`${site}/api/seat${path}`, body, token);
	const isOpen = (exercise: string, round: number) => {
		const step = view?.state.steps[exercise];
		return !view?.endedAt && !step?.revealed && (step?.vote ?? 1) === round;
	};

	function vote(exercise: SeatView['exercises'][number], round: number) {
		const key = `${exercise.slug} ${round}`;
		if (voted.has(key) || !isOpen(exercise.slug, round)) return;
		voted.add(key);
		later(voteMs, async () => {
			// the host may have gone on meanwhile
			if (!isOpen(exercise.slug, round)) return;
			const opinion =
				round === 1
					? opinionOf(exercise.question, random)
					: reconsidered(opinions.get(exercise.slug), exercise.question, random);
			opinions.set(exercise.slug, opinion);
			await send('/votes', { exercise: exercise.slug, ...opinion });
			counts.votes += 1;
			await send('', { at: exercise.slug, step: 'predicted' });
			if (random() < running) later(voteMs, () => run(exercise.slug));
		});
	}

	async function run(exercise: string) {
		await send('', { at: exercise, step: 'running' });
		await post(`${site}/api/runs`, { exercise }, token);
		counts.runs += 1;
	}

	/** Arrives at an exercise, changes code there, which does not always compile, and perhaps asks something. */
	function arrive(exercise: string) {
		at = exercise;
		later(2000, () => send('', { at: exercise, step: 'predicting' }));
		const isHere = () => at === exercise && !view?.endedAt;
		for (const isBroken of [random() < 0.3, false])
			later(liveMs, async () => {
				if (isHere()) await send('', { at: exercise, step: 'editing', compiles: !isBroken });
			});
		const question = pick(questions, random);
		if (question && random() < asking)
			later(liveMs, async () => {
				if (!isHere()) return;
				await send('/questions', { text: question });
				counts.questions += 1;
			});
		later(liveMs, async () => {
			const others = view?.floor.filter((other) => !view?.ownQuestions.includes(other.number));
			const wanted = pick(others ?? [], random);
			if (isHere() && wanted) await send(`/questions/${wanted.number}/votes`, { on: true });
		});
	}

	function beAsked() {
		answered = true;
		later(showMs, async () => {
			if (!view?.asked) return;
			if (random() < shy) {
				await fetch(`${site}/api/seat/code`, {
					method: 'DELETE',
					headers: { authorization: `Bearer ${token}` }
				});
				return;
			}
			const exercise = view.state.at;
			const sources = Object.entries(await one.sourcesOf(exercise)).slice(0, 1);
			const marked = sources.map(([id, text]) => [id, `// ${name}: a rehearsal\n${text}`]);
			await send('/code', { exercise, language: 'c', sources: Object.fromEntries(marked) });
			counts.shown += 1;
		});
	}

	const { leave, ended } = listen(
		`${site}/api/seat/events`,
		(data) => {
			const frame: { view?: SeatView } = JSON.parse(data);
			const now = frame.view;
			if (!now || now.endedAt) return one.onOver();
			view = now;
			const { state, due, asked, shown } = now;
			const open = now.exercises.filter(({ slug }) => due !== undefined || slug === state.at);
			for (const exercise of open) vote(exercise, state.steps[exercise.slug]?.vote ?? 1);
			if (state.at !== at) arrive(state.at);
			if (asked && !shown && !answered) beAsked();
			if (!asked) answered = false;
		},
		token
	);
	ended.catch((error: unknown) => one.onRefused(String(error)));
	return () => {
		leave();
		for (const timer of timers) clearTimeout(timer);
	};
}
