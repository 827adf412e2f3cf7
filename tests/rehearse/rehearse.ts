/** Shell: synthetic participants of one workshop, until it ends or they are asked to leave. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exercise } from '@cyclelab/exercises/schema';
import { plans } from '@cyclelab/site/shared/workshop-plans.ts';
import type { WorkshopOpened } from '@cyclelab/site/shared/workshop-schema.ts';
import { post, type Answered } from './client.ts';
import type { RehearsalOptions } from './options.ts';
import { participate, type Counts } from './participant.ts';

/** Time within which all have joined, ms. */
const joiningMs = 6000;

/** Opens a workshop to rehearse in, with the shortest plan. */
export async function openRehearsal(site: string): Promise<WorkshopOpened> {
	const plan = plans[0];
	const opened: Answered<WorkshopOpened> = await post(`${site}/api/workshops`, {
		title: 'Rehearsal',
		exercises: plan?.exercises.map(({ slug }) => slug) ?? [],
		minutes: Object.fromEntries(plan?.exercises.map(({ slug, minutes }) => [slug, minutes]) ?? []),
		keepDays: 1
	});
	return opened.body;
}

/** @returns what they did, once the workshop is over or `leaving` is aborted */
export async function rehearse(
	{ site, people, pace }: Pick<RehearsalOptions, 'site' | 'people' | 'pace'>,
	code: string,
	leaving: AbortSignal,
	onRefused: (reason: string) => void
): Promise<Counts> {
	const counts: Counts = { votes: 0, questions: 0, runs: 0, shown: 0, refused: 0 };
	const over = Promise.withResolvers<void>();
	leaving.addEventListener('abort', () => over.resolve());
	const sources = new Map<string, Promise<Record<string, string>>>();
	const readSources = async (slug: string) => {
		const response = await fetch(`${site}/api/exercises/${slug}`);
		const exercise: Exercise = await response.json();
		return exercise.sources.c ?? {};
	};
	const sourcesOf = (slug: string) => {
		const known = sources.get(slug) ?? readSources(slug);
		sources.set(slug, known);
		return known;
	};
	const leaves = await Promise.all(
		Array.from({ length: people }, async (_, i) => {
			await sleep((Math.random() * joiningMs) / pace);
			return participate({
				site,
				code,
				number: i + 1,
				random: Math.random,
				pace,
				counts,
				onRefused,
				sourcesOf,
				onOver: () => over.resolve()
			});
		})
	);
	await over.promise;
	for (const leave of leaves) leave();
	return counts;
}
