/** Requests of the learners in fault runs: short and mixed, each with a different source, so that no cache has its result. */
import type { Exercise, Language, Target } from '@cyclelab/exercises/schema';

export type RunRequestBody = {
	exercise: string;
	language: Language;
	target: Target;
	sources: Record<string, string>;
	variants: string[];
	stages: ('inspect' | 'measure')[];
	models: 'host';
};

type RequestKind = {
	exercise: string;
	language: Language;
	variant: string;
	measured: boolean;
	/** The source has a compile error. */
	broken?: boolean;
};

/** Repeated in this order. A third is measured, because all wait for one measuring core. */
const kinds: readonly RequestKind[] = [
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

/** The request with this serial number for an architecture, in one of these languages. */
export function requestOf(
	serial: number,
	target: Target,
	languages: readonly Language[],
	exercises: readonly Exercise[]
): RunRequestBody {
	const able = kinds.filter(({ language }) => languages.includes(language));
	const kind = able[serial % able.length];
	const exercise = exercises.find(({ slug }) => slug === kind?.exercise);
	const source = kind && exercise?.sources[kind.language]?.[kind.variant];
	if (!kind || !source)
		throw new Error(`${kind?.exercise} has no ${kind?.variant} in ${kind?.language}`);
	const { slug } = exercise;
	const text = `${source}\n// fault run, ${serial}\n${kind.broken ? 'no such code;\n' : ''}`;
	return {
		exercise: slug,
		language: kind.language,
		target,
		models: 'host',
		sources: { [kind.variant]: text },
		variants: [kind.variant],
		stages: kind.measured ? ['inspect', 'measure'] : ['inspect']
	};
}

/** The next request that is measured, or the next that is not. */
export function nextRequest(isMeasured: boolean, next: () => RunRequestBody): RunRequestBody {
	for (;;) {
		const request = next();
		if (request.stages.includes('measure') === isMeasured) return request;
	}
}
