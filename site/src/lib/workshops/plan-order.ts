/** A plan as rows with minutes, in an order that can be changed. Pure. */

export interface PlanRow {
	slug: string;
	title: string;
	minutes: number;
	/** Minutes from the beginning of the plan to the end of this row. */
	end: number;
}

/** The exercises with their planned minutes; by default the minutes that each takes alone. */
export function minutesIn(
	exercises: readonly { slug: string; title: string; minutes: number }[],
	planned: Readonly<Record<string, number>>
): PlanRow[] {
	let end = 0;
	return exercises.map(({ slug, title, minutes: alone }) => {
		const minutes = planned[slug] ?? alone;
		end += minutes;
		return { slug, title, minutes, end };
	});
}

/** The slugs with one of them moved by so many places; unchanged if there is no such place. */
export function moved(slugs: readonly string[], slug: string, by: number): string[] {
	const from = slugs.indexOf(slug);
	const to = from + by;
	if (from < 0 || to < 0 || to >= slugs.length) return [...slugs];
	const others = slugs.filter((other) => other !== slug);
	return [...others.slice(0, to), slug, ...others.slice(to)];
}
