/**
 * An exercise as it is told in one language: only what that language has, and a variant for each runtime where several
 * execute it side by side. Everything after the choice of a language (job, report, page) works on these facts; telling
 * them again in the same language changes nothing. Pure.
 */
import type { Place } from './claim.ts';
import type { Facts, Variant } from './facts.ts';
import type { Language, Runtime } from './language.ts';
import { runtimeNames } from './names.ts';

type Scoped = { languages?: Language[] | undefined; runtimes?: Runtime[] | undefined };

export function toldIn(facts: Facts, language: Language): Facts {
	const speaks = ({ languages }: Scoped) => languages?.includes(language) ?? true;
	const runtimes = language === 'cs' ? facts.runtimes : undefined;
	const kept = facts.variants.filter(speaks);
	const has = (place: Place) => kept.some(({ id }) => id === place.variant);
	const variants = kept.flatMap((variant) => onEach(variant, runtimes));
	const first = runtimes?.[0];

	/** The row a place means: its own runtime's, else that of `runtime`. */
	const row = ({ variant, parameters, runtime = first }: Place, other = runtime): Place => ({
		variant: runtimes && other ? idOn(variant, other) : variant,
		parameters
	});
	/** A statement about several rows once for each runtime, unless it names one: then it is about C# alone. */
	function each<One extends Scoped & { id: string; of: Place; to?: Place }>(all: One[]): One[] {
		return all
			.filter((one) => speaks(one) && [one.of, one.to].every((place) => !place || has(place)))
			.flatMap((one) => {
				const { languages: _, runtimes: where, ...rest } = one;
				const named = one.of.runtime ?? one.to?.runtime;
				if (named && !runtimes) return [];
				const on: (Runtime | undefined)[] =
					runtimes && !named ? runtimes.filter((name) => where?.includes(name) ?? true) : [named];
				return on.map(
					(runtime) =>
						({
							...rest,
							id: runtimes && !named && runtime ? idOn(one.id, runtime) : one.id,
							of: row(one.of, one.of.runtime ?? runtime),
							...(one.to ? { to: row(one.to, one.to.runtime ?? runtime) } : {})
						}) as One
				);
			});
	}
	const question = facts.questionIn[language] ?? facts.question;
	const { challenge, runtimes: _, ...rest } = facts;
	const isSet = challenge && speaks(challenge) && has(challenge.start);
	return {
		...rest,
		baseline: row({ variant: facts.baseline, parameters: {} }).variant,
		variants,
		documented: facts.documented
			.filter(({ variant }) => kept.some(({ id }) => id === variant))
			.flatMap(({ besides, ...figure }) =>
				runtimes
					? runtimes
							.filter((runtime) => besides?.includes(runtime) ?? true)
							.map((runtime) => ({ ...figure, variant: idOn(figure.variant, runtime) }))
					: [figure]
			),
		question: { ...question, of: row(question.of), to: row(question.to) },
		questionIn: {},
		claims: each(facts.claims),
		codeClaims: each(facts.codeClaims),
		pairClaims: each(facts.pairClaims),
		blindSpots: facts.blindSpots.filter(speaks).flatMap(({ languages: _, ...spot }) => {
			const rows = spot.variants
				.filter((id) => kept.some((one) => one.id === id))
				.flatMap((id) => (runtimes ? runtimes.map((runtime) => idOn(id, runtime)) : [id]));
			return rows.length > 0 ? [{ ...spot, variants: rows }] : [];
		}),
		...(isSet
			? {
					challenge: {
						...challenge,
						start: row(challenge.start),
						goals: challenge.goals.map((goal) =>
							goal.kind === 'ratio' ? { ...goal, to: row(goal.to) } : goal
						)
					}
				}
			: {})
	};
}

const idOn = (id: string, runtime: Runtime) => `${id}-${runtime}`;

function onEach(variant: Variant, runtimes: readonly Runtime[] | undefined): Variant[] {
	const { languages: _, ...rest } = variant;
	if (!runtimes) return [rest];
	return runtimes.map((runtime) => ({
		...rest,
		id: idOn(variant.id, runtime),
		label: `${variant.label}, ${runtimeNames[runtime]}`,
		runtime,
		source: variant.id
	}));
}

/** The name of a variant's source among those of its language. */
export const sourceOf = ({ id, source }: Pick<Variant, 'id' | 'source'>): string => source ?? id;
