/**
 * Which language, compiler and target a page is set to. It stands in the page's address, so that a link opens the same;
 * without one the last choice applies. Pure.
 */
import { defined } from '@cyclelab/contract/defined';
import type { Language, Target } from '@cyclelab/exercises/schema';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import { compilerMeant } from '@cyclelab/contract/schema/compiler-name';
import type { Report } from '@cyclelab/contract/schema/report';
import type { RunnerSummary } from '../../../shared/schema.ts';
import type { AddressParams } from '../ui/address.ts';

export interface Choice {
	language: Language;
	compiler: Compiler;
	target: Target;
	/** A runner's name, or LLVM's name of a processor core; absent for any runner of the target. */
	on?: string | undefined;
	/** Compiler flags added to the exercise's, with blanks between them, as they were typed; they may be refused. */
	flags?: string | undefined;
}

/** A wish from an address, an earlier run or the browser's storage. It may be empty or name something unknown. */
export type Wish = { [Part in keyof Choice]?: string | undefined };

/** The choices of an exercise. */
export interface Offer {
	/** Languages the exercise is written in, the default first. */
	languages: readonly Language[];
	targets: readonly Target[];
	/** Compilers of a language, the default first. */
	compilersOf: Record<Language, readonly [Compiler, ...Compiler[]]>;
	/** Compilers that a run in a language uses side by side; there is then none to choose. */
	together: Partial<Record<Language, readonly Compiler[]>>;
}

/**
 * The first wish that can be had, part by part. A compiler counts only where it compiles the language; without a version, or
 * with a version that is no longer offered, it means the version that is offered first.
 */
export function choose(offer: Offer, wishes: readonly Wish[]): Choice {
	const pick = <Part extends keyof Choice>(part: Part, from: readonly Choice[Part][]) =>
		wishes
			.map((wish) => from.find((wished) => wished === wish[part]))
			.find((wished) => wished !== undefined);
	const language = pick('language', offer.languages) ?? offer.languages[0] ?? 'c';
	const compilers = offer.compilersOf[language];
	const [meant] = wishes.flatMap(({ compiler = '' }) => compilerMeant(compiler, compilers) ?? []);
	const target = pick('target', offer.targets) ?? offer.targets[0] ?? 'x86-64';
	const on = placeIn(wishes, target);
	const flags = wishes.find((wish) => wish.flags !== undefined)?.flags;
	return {
		language,
		compiler: offer.together[language]?.[0] ?? meant ?? compilers[0],
		target,
		...defined({ on }),
		...(flags ? { flags } : {})
	};
}

/** Any runner's name is accepted, since it may connect later. A wish for another target is ignored; '' means any runner. */
function placeIn(wishes: readonly Wish[], target: Target): string | undefined {
	const wish = wishes.find(
		(wish) => wish.on !== undefined && (wish.target === undefined || wish.target === target)
	);
	return wish?.on !== undefined && /^[a-z0-9][a-z0-9-]{0,62}$/.test(wish.on) ? wish.on : undefined;
}

/** The single flags of a text as it is typed. */
export const flagsIn = (text: string | undefined): string[] => text?.match(/\S+/g) ?? [];

/** Whether a run was asked for with these flags. At its beginning it has no variants, which have them. */
export function isBuiltWith({ variants }: Pick<Report, 'variants'>, flags: string | undefined) {
	const added = variants.flatMap(({ addedFlags = [] }) => addedFlags);
	const once = (all: readonly string[]) => [...new Set(all)].join(' ');
	return variants.length === 0 || once(added) === once(flagsIn(flags));
}

export function wishIn(search: AddressParams): Wish {
	const of = (name: keyof Choice) => search.get(name) ?? undefined;
	return {
		language: of('language'),
		compiler: of('compiler'),
		target: of('target'),
		on: of('on'),
		// An address with a whole choice and no flags means that there are none.
		flags: of('flags') ?? (search.has('compiler') ? '' : undefined)
	};
}

/** The address with the whole choice in it, since the defaults differ between visitors and sites. */
export function addressOf(
	address: string | URL,
	{ language, compiler, target, on, flags }: Choice
): URL {
	const next = new URL(address);
	for (const [name, value] of Object.entries({ language, compiler, target }))
		next.searchParams.set(name, value);
	for (const [name, value] of Object.entries({ on, flags }))
		if (value) next.searchParams.set(name, value);
		else next.searchParams.delete(name);
	return next;
}

type Able = Pick<RunnerSummary, 'toolchains'>;

/** Whether runners are connected, but none of them has this compiler for this target. */
export function lacks(runners: readonly Able[], choice: Choice): boolean {
	return runners.length > 0 && !runners.some((runner) => has(runner, choice));
}

const has = (
	{ toolchains }: Able,
	{ language, compiler, target }: Pick<Choice, 'language' | 'compiler' | 'target'>
): boolean =>
	toolchains.some(
		(toolchain) =>
			toolchain.compiler === compiler &&
			toolchain.language === language &&
			toolchain.targets.includes(target)
	);

/**
 * The runners, each measuring only targets for which it has the compilers of the choice. A runner without any compiler is
 * not ready and shows why.
 */
export function measuringWith<One extends Able & { measures: Target[] }>(
	runners: readonly One[],
	offer: Compilers,
	choice: Choice
): One[] {
	return runners.map((runner) => ({
		...runner,
		measures: runner.measures.filter(
			(target) =>
				runner.toolchains.length === 0 ||
				compilersFor(offer, choice).every((compiler) =>
					has(runner, { ...choice, compiler, target })
				)
		)
	}));
}

/** The chosen one, or all that run side by side. */
const compilersFor = ({ together }: Compilers, { language, compiler }: Choice) =>
	together[language] ?? [compiler];

/** Why a compiler cannot be had now: no connected runner has it, or none has it for this target. */
export type Lack = 'absent' | 'other-target';

export function lackOf(runners: readonly Able[], choice: Choice): Lack | undefined {
	if (!lacks(runners, choice)) return undefined;
	const there = runners.some(({ toolchains }) =>
		toolchains.some(({ compiler }) => compiler === choice.compiler)
	);
	return there ? 'other-target' : 'absent';
}

type Compilers = Pick<Offer, 'compilersOf' | 'together'>;

/** Why the choice cannot run now: its compiler, or a compiler that runs side by side, is missing. */
export function lackOfChoice(
	runners: readonly Able[],
	offer: Compilers,
	choice: Choice
): Lack | undefined {
	return compilersFor(offer, choice)
		.map((compiler) => lackOf(runners, { ...choice, compiler }))
		.find((lack) => lack !== undefined);
}

/** Why a language cannot be had now, with any of its compilers. */
export function lackOfLanguage(
	runners: readonly Able[],
	offer: Compilers,
	choice: Choice
): Lack | undefined {
	const all = offer.compilersOf[choice.language].map((compiler) =>
		lackOfChoice(runners, offer, { ...choice, compiler })
	);
	return all.includes(undefined) ? undefined : all[0];
}
