/**
 * An exercise as it is shown in one language, for one architecture: only what that language has, a variant for each runtime
 * where several execute it side by side, and for each form of an atomic operation where the architecture has two. Everything
 * after that choice (job, report, page) works on these facts; applying it to them again changes nothing. Pure.
 */
import type { Place } from './claim.ts';
import type { Facts, Variant } from './facts.ts';
import type { AtomicForm, Language, Runtime, Target } from './language.ts';
import { formNames } from './names.ts';

type Scoped = { languages?: Language[] | undefined; runtimes?: Runtime[] | undefined };

/** A reason for a variant to have several rows; each row is named after its form. */
type Form = Runtime | AtomicForm;
const atomicForms: readonly AtomicForm[] = ['exclusive', 'lse'];

export function factsIn(facts: Facts, language: Language, target: Target): Facts {
	const speaks = ({ languages }: Scoped) => languages?.includes(language) ?? true;
	const runtimes = language === 'cs' ? facts.runtimes : undefined;
	const atomics = target === 'arm64' && !runtimes ? atomicForms : undefined;
	const kept = facts.variants.filter(speaks);
	const has = (place: Place) => kept.some(({ id }) => id === place.variant);
	const formsOf = (id: string): readonly Form[] =>
		runtimes ??
		(kept.some((variant) => variant.id === id && variant.atomic) ? (atomics ?? []) : []);
	const rowsOf = (id: string) => {
		const forms = formsOf(id);
		return forms.length > 0 ? forms.map((form) => idOn(id, form)) : [id];
	};

	/** The row a place means: the row of the form it names, else that of `form`, else the first. */
	const row = (place: Place, form = named([place])): Place => {
		const { variant, parameters } = place;
		const forms = formsOf(variant);
		const meant = forms.find((offered) => offered === form) ?? forms[0];
		return { variant: meant ? idOn(variant, meant) : variant, parameters };
	};
	/** A statement about several rows once for each form, unless it names one: then it is about that alone. */
	function each<One extends Scoped & { id: string; of: Place; to?: Place }>(all: One[]): One[] {
		return all
			.filter((claim) => speaks(claim) && placesOf(claim).every(has))
			.flatMap((claim) => {
				const { languages: _, runtimes: where, ...rest } = claim;
				const places = placesOf(claim);
				const isFor = ({ runtime, atomics: form }: Place) =>
					(!runtime || runtimes) && (!form || atomics);
				if (!places.every(isFor)) return [];
				const only = named(places);
				const forms = [...new Set(places.flatMap(({ variant }) => formsOf(variant)))];
				const meant = runtimes && where ? where : forms;
				const on: (Form | undefined)[] =
					only || forms.length === 0 ? [only] : forms.filter((form) => meant.includes(form));
				return on.map(
					(form) =>
						({
							...rest,
							id: form && !only ? idOn(claim.id, form) : claim.id,
							of: row(claim.of, named([claim.of]) ?? form),
							...(claim.to ? { to: row(claim.to, named([claim.to]) ?? form) } : {})
						}) as One
				);
			});
	}
	const question = facts.questionIn[language] ?? facts.question;
	const { challenge, runtimes: _, ...rest } = facts;
	const isHere = (spot: Facts['blindSpots'][number]) =>
		speaks(spot) && (spot.target ?? target) === target;
	const isSet = challenge && speaks(challenge) && has(challenge.start);
	return {
		...rest,
		baseline: row({ variant: facts.baseline, parameters: {} }).variant,
		variants: kept.flatMap((variant) => onEach(variant, formsOf(variant.id))),
		documented: documentedFor(facts, target)
			.filter(({ variant }) => kept.some(({ id }) => id === variant))
			.flatMap(({ besides, ...figure }) =>
				runtimes
					? runtimes
							.filter((runtime) => besides?.includes(runtime) ?? true)
							.map((runtime) => ({ ...figure, variant: idOn(figure.variant, runtime) }))
					: rowsOf(figure.variant).map((variant) => ({ ...figure, variant }))
			),
		question: { ...question, of: row(question.of), to: row(question.to) },
		questionIn: {},
		flags: language === 'c' || language === 'cpp' ? facts.flags : (facts.flagsIn?.[language] ?? []),
		claims: each(facts.claims),
		codeClaims: each(facts.codeClaims),
		pairClaims: each(facts.pairClaims),
		blindSpots: facts.blindSpots
			.filter(isHere)
			.flatMap(({ languages: _, target: _of, ...spot }) => {
				const rows = spot.variants
					.filter((id) => kept.some((variant) => variant.id === id))
					.flatMap(rowsOf);
				return rows.length > 0 ? [{ ...spot, variants: rows }] : [];
			}),
		...(facts.modelErrors && {
			modelErrors: facts.modelErrors.flatMap((error) => {
				const rows = error.variants
					.filter((id) => kept.some((variant) => variant.id === id))
					.flatMap(rowsOf);
				return rows.length > 0 ? [{ ...error, variants: rows }] : [];
			})
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

const idOn = (id: string, form: Form) => `${id}-${form}`;

const placesOf = ({ of, to }: { of: Place; to?: Place }) => (to ? [of, to] : [of]);

const named = (places: readonly Place[]): Form | undefined =>
	places.map(({ runtime, atomics }) => runtime ?? atomics).find((form) => form !== undefined);

/** Beside code for arm64 stand the figures of such machines, where the document has any; else all, each with its machine. */
function documentedFor({ documented, machines }: Facts, target: Target): Facts['documented'] {
	if (target !== 'arm64') return documented;
	const isArm = (id: string) =>
		machines.some((machine) => machine.id === id && machine.target === 'arm64');
	const ofArm = documented.filter(({ machine }) => isArm(machine));
	return ofArm.length > 0 ? ofArm : documented;
}

function onEach(variant: Variant, forms: readonly Form[]): Variant[] {
	const { languages: _, ...rest } = variant;
	if (forms.length === 0) return [rest];
	const { atomic: _atomic, ...one } = rest;
	return forms.map((form) => ({
		...one,
		id: idOn(variant.id, form),
		label: `${variant.label}, ${formNames[form]}`,
		...(form === 'exclusive' || form === 'lse' ? { atomics: form } : { runtime: form }),
		source: variant.id
	}));
}

/** The name of a variant's source among its language's sources. */
export const sourceOf = ({ id, source }: Pick<Variant, 'id' | 'source'>): string => source ?? id;
