/** What learners ask for in the fault run: short, mixed, and each another source, so that nothing is answered twice. */
import type { Exercise, Language, Target } from '@cyclelab/exercises/schema';

export type Asked = {
	exercise: string;
	language: Language;
	target: Target;
	sources: Record<string, string>;
	variants: string[];
	stages: ('inspect' | 'measure')[];
	models: 'host';
};

type Kind = {
	exercise: string;
	language: Language;
	variant: string;
	measured: boolean;
	/** The learner's mistake. */
	broken?: boolean;
};

/** Again and again in this order. Measured ones are a third; they wait for one core. */
const kinds: readonly Kind[] = [
	{ exercise: 'store-forwarding', language: 'c', variant: 'bytes', measured: false },
	{ exercise: 'what-is-a-cycle', language: 'c', variant: 'multiply', measured: true },
	{ exercise: 'what-is-a-cycle', language: 'cpp', variant: 'multiply', measured: false },
	{ exercise: 'atomic-store', language: 'go', variant: 'store', measured: false },
	{ exercise: 'store-forwarding', language: 'c', variant: 'pair', measured: true },
	{ exercise: 'price-of-pause', language: 'c', variant: 'pause', measured: false, broken: true },
	{ exercise: 'store-forwarding', language: 'c', variant: 'part', measured: false },
	{ exercise: 'what-is-a-cycle', language: 'go', variant: 'multiply', measured: true },
	{ exercise: 'price-of-pause', language: 'c', variant: 'pause', measured: false }
];

/** The request number `serial` for an architecture, in one of these languages. */
export function requestOf(
	serial: number,
	target: Target,
	languages: readonly Language[],
	exercises: readonly Exercise[]
): Asked {
	const able = kinds.filter(({ language }) => languages.includes(language));
	const kind = able[serial % able.length];
	const exercise = exercises.find(({ slug }) => slug === kind?.exercise);
	const source = kind && exercise?.sources[kind.language]?.[kind.variant];
	if (!kind || !source)
		throw new Error(`${kind?.exercise} has no ${kind?.variant} in ${kind?.language}`);
	const { slug } = exercise;
	const text = `${source}\n// fault run, ${serial}\n${kind.broken ? 'no such code;\n' : ''}`;
	return {
		...{ exercise: slug, language: kind.language, target, models: 'host' },
		sources: { [kind.variant]: text },
		variants: [kind.variant],
		stages: kind.measured ? ['inspect', 'measure'] : ['inspect']
	};
}

/** The next of these requests that is measured, or the next that is not. */
export function nextThat(isMeasured: boolean, next: () => Asked): Asked {
	for (;;) {
		const asked = next();
		if (asked.stages.includes('measure') === isMeasured) return asked;
	}
}
