/**
 * Ready-made plans of workshops: exercises with minutes for prediction, discussion, measurement and explanation in a room.
 * An exercise alone takes the minutes in its `exercise.yaml`; a room takes about twice as long. Pure.
 */

export type WorkshopPlan = {
	id: string;
	title: string;
	/** Whom it suits and what it covers. */
	about: string;
	/** Minutes without an exercise: welcome, breaks, questions at the end. */
	pause: number;
	exercises: { slug: string; minutes: number }[];
};

export const plans: readonly WorkshopPlan[] = [
	{
		id: 'short',
		title: '45 minutes',
		about:
			'What a cycle is, what a chain costs, what the cache does: for a team that has never measured.',
		pause: 5,
		exercises: [
			{ slug: 'what-is-a-cycle', minutes: 10 },
			{ slug: 'chains', minutes: 14 },
			{ slug: 'cache-working-set', minutes: 16 }
		]
	},
	{
		id: 'medium',
		title: '90 minutes',
		about:
			'From the core to memory: chains, limits of a loop, branches, working sets, store forwarding.',
		pause: 10,
		exercises: [
			{ slug: 'what-is-a-cycle', minutes: 10 },
			{ slug: 'chains', minutes: 14 },
			{ slug: 'what-limits-a-loop', minutes: 18 },
			{ slug: 'branches', minutes: 12 },
			{ slug: 'cache-working-set', minutes: 16 },
			{ slug: 'store-forwarding', minutes: 10 }
		]
	},
	{
		id: 'day',
		title: 'A day',
		about:
			'Six hours with an hour for lunch and two breaks: how to measure, the core, memory, what threads cost one another.',
		pause: 110,
		exercises: [
			{ slug: 'what-is-a-cycle', minutes: 15 },
			{ slug: 'one-measurement', minutes: 15 },
			{ slug: 'naive-stopwatch', minutes: 15 },
			{ slug: 'reading-assembly', minutes: 15 },
			{ slug: 'chains', minutes: 20 },
			{ slug: 'what-limits-a-loop', minutes: 25 },
			{ slug: 'branches', minutes: 15 },
			{ slug: 'conditional-moves', minutes: 20 },
			{ slug: 'cache-working-set', minutes: 25 },
			{ slug: 'lines-and-pages', minutes: 20 },
			{ slug: 'store-forwarding', minutes: 15 },
			{ slug: 'false-sharing', minutes: 20 },
			{ slug: 'atomic-store', minutes: 20 },
			{ slug: 'the-fixed-benchmark', minutes: 10 }
		]
	}
];

/** Minutes of a plan, with what is no exercise. */
export const minutesOf = ({
	pause,
	exercises
}: Pick<WorkshopPlan, 'pause' | 'exercises'>): number =>
	exercises.reduce((sum, { minutes }) => sum + minutes, pause);
