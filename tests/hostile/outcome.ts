/** What came of a request, and what of it is not as a case expects. Pure. */
import type { RunEvent } from '@cyclelab/runner/schema/job';
import type { Failure } from '@cyclelab/runner/schema/failure';
import type { Expected } from './case.ts';

/** The run's answer by HTTP, and every event if there was a run. */
export type Heard = { status: number; answer: string; events: RunEvent[] };

export type Outcome =
	| { refused: { status: number; messages: string[] } }
	/** The service itself failed, or said nothing to the end. */
	| { broke: string }
	| { failure: Failure }
	| { succeeded: { measured: boolean } };

/** @param variant the one that was asked for */
export function outcomeOf({ status, answer, events }: Heard, variant: string): Outcome {
	if (status !== 202) return { refused: { status, messages: messagesOf(answer) } };
	const last = events.at(-1);
	if (last?.type === 'failed') return { broke: `${last.code}: ${last.message}` };
	if (last?.type !== 'finished') return { broke: `the last event is ${last?.type}` };
	const report = last.report.variants.find(({ id }) => id === variant);
	if (!report) return { broke: `the report has no ${variant}` };
	const failure = report.failure ?? report.points.find((point) => point.failure)?.failure;
	// Every process of it ended well; that the machine had no quiet moment is not what is tried here.
	const tooNoisy = failure?.kind === 'too-noisy';
	if (failure && !tooNoisy) return { failure };
	return { succeeded: { measured: tooNoisy || report.points.some((point) => point.measured) } };
}

function messagesOf(answer: string): string[] {
	try {
		const body: { message?: string; issues?: { message: string }[] } = JSON.parse(answer);
		return body.issues?.map(({ message }) => message) ?? [body.message ?? answer];
	} catch {
		return [answer];
	}
}

/** What differs, a sentence each; none if all is as expected. `each`: what the placeholder stands for. */
export function differences(expected: Expected, outcome: Outcome, each = ''): string[] {
	if ('refused' in expected) {
		if (!('refused' in outcome)) return [`It was not refused: ${told(outcome)}`];
		const { status, messages } = outcome.refused;
		const message = expected.refused.message.replaceAll('$each', () => each);
		return [
			...(status === expected.refused.status ? [] : [`It was answered with ${status}.`]),
			...(messages.some((one) => one === message || one.startsWith(`${message}; `))
				? []
				: [`It was told: ${messages.join(' ')}`])
		];
	}
	if ('succeeds' in expected)
		return 'succeeded' in outcome ? [] : [`It did not succeed: ${told(outcome)}`];
	if (!('failure' in outcome)) return [`It did not fail: ${told(outcome)}`];
	const facts: Record<string, unknown> = outcome.failure;
	const wanted = { ...expected.failure, title: expected.title, hint: expected.hint };
	const wrong = Object.entries(wanted)
		.filter(([name, value]) => !isLike(facts[name], value))
		.map(
			([name, value]) => `${name} is ${JSON.stringify(facts[name])}, not ${JSON.stringify(value)}.`
		);
	const text = 'text' in outcome.failure ? outcome.failure.text : '';
	const lines = text.trimEnd().split('\n');
	const { says = [] } = expected;
	const silent = says.filter((one) => !lines.some((line) => isLike(line, one)));
	const unlike =
		expected.told &&
		(lines.length !== expected.told.length ||
			expected.told.some((one, at) => !isLike(lines[at], one)));
	return [
		...wrong,
		...silent.map((one) => `Nothing says ${one} in: ${text}`),
		...(unlike ? [`It told: ${text}`] : [])
	];
}

/** Equal, or of a /pattern/. */
function isLike(found: unknown, wanted: unknown): boolean {
	const pattern = typeof wanted === 'string' ? /^\/(.+)\/$/s.exec(wanted)?.[1] : undefined;
	if (pattern !== undefined) return typeof found === 'string' && new RegExp(pattern).test(found);
	return found === wanted;
}

const told = (outcome: Outcome) => JSON.stringify(outcome).slice(0, 2000);
