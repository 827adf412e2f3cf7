/** The outcome of a hostile request, and its differences from the outcome that the case expects. Pure. */
import { reportOf } from '@cyclelab/contract/measure/progress';
import type { RunEvent } from '@cyclelab/contract/schema/job';
import { allInstructions } from '@cyclelab/contract/measure/instructions';
import type { EventRates } from '@cyclelab/contract/schema/events';
import type { Failure } from '@cyclelab/contract/schema/failure';
import type { ExpectedOutcome } from './case.ts';

/** The HTTP response to a run request, and every event of the run if the site accepted it. */
export type RunResponse = { status: number; body: string; events: RunEvent[] };

export type HostileOutcome =
	| { refused: { status: number; messages: string[] } }
	/** The site or the runner failed, or the run's events have no end. */
	| { broke: string }
	| { failure: Failure }
	| { succeeded: { measured: boolean } };

/** @param variant the requested variant */
export function outcomeOf({ status, body, events }: RunResponse, variant: string): HostileOutcome {
	if (status !== 202) return { refused: { status, messages: messagesOf(body) } };
	if (events.some(({ type }) => type === 'moved')) return { broke: 'its runner was taken away' };
	const last = events.at(-1);
	if (last?.type === 'failed') return { broke: `${last.code}: ${last.message}` };
	const whole = reportOf(events);
	if (!whole) return { broke: `the last event is ${last?.type}` };
	const report = whole.variants.find(({ id }) => id === variant);
	if (!report) return { broke: `the report has no ${variant}` };
	const failures = [report.failure, ...report.points.map(({ failure }) => failure)];
	// A failure "too-noisy" is the machine's: every process of that measurement succeeded.
	const failure = failures.find((one) => one !== undefined && one.kind !== 'too-noisy');
	if (failure) return { failure };
	const tooNoisy = failures.some((one) => one?.kind === 'too-noisy');
	return { succeeded: { measured: tooNoisy || report.points.some((point) => point.measured) } };
}

/** Instructions per iteration in the count run, inside and outside the listing. */
export function instructionsOf({ events }: RunResponse, variant: string): number {
	const report = reportOf(events)?.variants.find(({ id }) => id === variant);
	return (report && allInstructions(report)) ?? NaN;
}

/** Events per iteration of the first place, or the sentence why there are none; undefined where nothing was simulated. */
export function eventsOf(
	{ events }: RunResponse,
	variant: string
): EventRates | string | undefined {
	const report = reportOf(events)?.variants.find(({ id }) => id === variant);
	const [first] = report?.events ?? [];
	return first?.all ?? first?.refusal;
}

/** The events whose rates differ by more than 2 % and a hundredth of an iteration. */
export function differentEvents(
	a: EventRates | string | undefined,
	b: EventRates | string | undefined
): string[] {
	if (typeof a !== 'object' || typeof b !== 'object') return a === b ? [] : [`${a} / ${b}`];
	const names = new Set([...Object.keys(a), ...Object.keys(b)] as (keyof EventRates)[]);
	return [...names].filter((name) => {
		const [one = 0, other = 0] = [a[name], b[name]];
		return Math.abs(one - other) > 0.01 + 0.02 * other;
	});
}

/** The verdict on the challenge, and the sentence of each of its goals. */
export function challengeOf({ events }: RunResponse): { verdict: string; sentences: string[] } {
	const { verdict = 'none', goals = [] } = reportOf(events)?.challenge ?? {};
	return { verdict, sentences: goals.map(({ sentence }) => sentence) };
}

function messagesOf(text: string): string[] {
	try {
		const body: { message?: string; issues?: { message: string }[] } = JSON.parse(text);
		return body.issues?.map(({ message }) => message) ?? [body.message ?? text];
	} catch {
		return [text];
	}
}

/** A sentence for each difference from the expected outcome. `each` replaces the placeholder `$each`. */
export function differences(
	expected: ExpectedOutcome,
	outcome: HostileOutcome,
	each = ''
): string[] {
	if ('refused' in expected) {
		if (!('refused' in outcome)) return [`The site did not refuse it: ${shortened(outcome)}`];
		const { status, messages } = outcome.refused;
		const message = expected.refused.message.replaceAll('$each', () => each);
		return [
			...(status === expected.refused.status ? [] : [`The status is ${status}.`]),
			...(messages.some((one) => one === message || one.startsWith(`${message}; `))
				? []
				: [`The messages are: ${messages.join(' ')}`])
		];
	}
	if ('ends' in expected)
		return 'failure' in outcome || 'succeeded' in outcome
			? []
			: [`The run did not end: ${shortened(outcome)}`];
	if ('succeeds' in expected || 'challenge' in expected)
		return 'succeeded' in outcome ? [] : [`The run did not succeed: ${shortened(outcome)}`];
	if (!('failure' in outcome)) return [`The run did not fail: ${shortened(outcome)}`];
	const facts: Record<string, unknown> = outcome.failure;
	const wanted = { ...expected.failure, title: expected.title, hint: expected.hint };
	const wrong = Object.entries(wanted)
		.filter(([name, value]) => !isLike(facts[name], value))
		.map(
			([name, value]) => `${name} is ${JSON.stringify(facts[name])}, not ${JSON.stringify(value)}.`
		);
	const text = 'text' in outcome.failure ? outcome.failure.text : '';
	const lines = text.trimEnd().split('\n');
	const { outputIncludes = [] } = expected;
	const missing = outputIncludes.filter((one) => !lines.some((line) => isLike(line, one)));
	const unlike =
		expected.output &&
		(lines.length !== expected.output.length ||
			expected.output.some((one, at) => !isLike(lines[at], one)));
	return [
		...wrong,
		...missing.map((one) => `No line is ${one} in: ${text}`),
		...(unlike ? [`The output is: ${text}`] : [])
	];
}

/** Whether `found` equals `wanted`, or matches it if it is a /pattern/. */
function isLike(found: unknown, wanted: unknown): boolean {
	const pattern = typeof wanted === 'string' ? /^\/(.+)\/$/s.exec(wanted)?.[1] : undefined;
	if (pattern !== undefined) return typeof found === 'string' && new RegExp(pattern).test(found);
	return found === wanted;
}

const shortened = (outcome: HostileOutcome) => JSON.stringify(outcome).slice(0, 2000);
