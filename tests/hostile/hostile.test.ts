/**
 * Hostile programs and requests, each with a harmless twin, through a real site, runner and engine: the learner gets the
 * expected failure, no secret is published, nothing is left on the machine, and the next ordinary run has the same
 * result as before. `npm test` runs the short cases; `npm run test:hostile` runs all.
 */
import fs from 'node:fs';
import { reportOf } from '@cyclelab/contract/measure/progress';
import type { EventRates } from '@cyclelab/contract/schema/events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExpectedOutcome, RequestSpec, Try } from './case.ts';
import { textOf, twinOf } from './case.ts';
import { openDeployment, type Deployment } from './deployment.ts';
import { watchLeftovers, type Leftovers } from './leftovers.ts';
import { loadCases, sourceOf } from './load.ts';
import {
	challengeOf,
	differentEvents,
	differences,
	eventsOf,
	instructionsOf,
	outcomeOf,
	type RunResponse
} from './outcome.ts';

const whole = process.env['CYCLELAB_HOSTILE'] === 'whole';
const cases = loadCases().filter(({ short }) => whole || short);
const freeVariant = 'a';

/** Hang detection: a case has several runs, and some of them end at their wall-clock limit on a busy machine. */
const patienceMs = 900_000;

let deployment: Deployment;
let leftovers: Leftovers;
let ordinary: string;
beforeAll(async () => {
	deployment = await openDeployment();
	leftovers = await watchLeftovers(deployment);
	ordinary = await ordinaryResult();
}, patienceMs);
afterAll(async () => {
	leftovers?.close();
	await deployment?.close();
}, patienceMs);

/** The body of a run request. */
function requestOf(folder: string, spec: RequestSpec, each?: string): Record<string, unknown> {
	const { language = 'c', stages = ['inspect'], flags = [], compiler } = spec;
	const { variant = freeVariant } = spec;
	const source = sourceOf(folder, spec);
	const request = {
		exercise: 'free-play',
		variants: [variant],
		models: 'host',
		language,
		stages,
		flags,
		...(compiler === undefined ? {} : { compiler }),
		...(source === undefined ? {} : { sources: { [variant]: source } }),
		...spec.request
	};
	if (each === undefined) return request;
	const filled = (value: unknown): unknown =>
		typeof value === 'string'
			? value.replaceAll('$each', () => each)
			: Array.isArray(value)
				? value.map(filled)
				: value !== null && typeof value === 'object'
					? Object.fromEntries(Object.entries(value).map((pair) => pair.map(filled)))
					: value;
	return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, filled(value)]));
}

/** The secrets that the response or an event contains. */
function secretsIn({ body, events }: RunResponse): string[] {
	const text = body + JSON.stringify(events);
	return deployment.secrets.filter((secret) => text.includes(secret));
}

/** Requests at most; a busy machine does not cause a timeout five times in a row. */
const attemptsAtMost = 5;

/**
 * Repeats a run that ended at its wall-clock limit against expectation, or that the engine did not serve in time: on a
 * busy machine neither is the program's doing. A program that causes it itself causes it each time.
 */
async function runAgainIfStarved(
	request: Record<string, unknown>,
	variant = freeVariant,
	expected?: ExpectedOutcome
): Promise<RunResponse> {
	const endless = expected && 'failure' in expected && expected.failure.kind === 'timeout';
	for (let attempt = 1; ; attempt++) {
		const response = await deployment.run(request);
		const outcome = outcomeOf(response, variant);
		const starved =
			'broke' in outcome ||
			('failure' in outcome && outcome.failure.kind === 'timeout' && !endless);
		if (!starved || attempt === attemptsAtMost) return response;
	}
}

let serial = 0;
/** Has a new source each time, so that no cache has its result. */
function ordinaryRequest(): Record<string, unknown> {
	const ordinary = fs.readFileSync(new URL('./ordinary.c', import.meta.url), 'utf8');
	return requestOf('', { text: `${ordinary}/* ${++serial} */\n` });
}

/** The checksum, the counts and the code of an ordinary program, as JSON. */
async function ordinaryResult(): Promise<string> {
	const response = await runAgainIfStarved(ordinaryRequest());
	expect(outcomeOf(response, freeVariant)).toEqual({ succeeded: { measured: false } });
	const report = reportOf(response.events);
	if (!report) throw new Error(`The last event is ${response.events.at(-1)?.type}.`);
	const [variant] = report.variants;
	const { checksum, instructionsPerIteration, functions, hotLoop } = variant ?? {};
	return JSON.stringify({ checksum, instructionsPerIteration, functions, hotLoop });
}

const nameOf = ({ name, send: { language = 'c', compiler } }: Try, at: number) =>
	name ?? `${compiler ?? language}, ${at + 1}`;

test('the search for leftovers finds the containers and processes that run', () => {
	const { places, processes } = leftovers.alive();
	expect(places).toBeGreaterThan(0);
	expect(processes).toBeGreaterThan(0);
	expect(JSON.parse(ordinary)).toMatchObject({ checksum: expect.stringMatching(/^[0-9a-f]+$/) });
});

describe.each(cases)('$name: $attack', ({ folder, tries }) => {
	test.each(tries.map((one, at) => ({ ...one, title: nameOf(one, at) })))(
		'$title',
		async ({ send, each = [undefined], expect: expected, control, concurrent }) => {
			const { variant = freeVariant } = send;
			const counted: number[] = [];
			const simulated: (EventRates | string | undefined)[] = [];
			for (const one of each) {
				const text = one === undefined ? undefined : textOf(one);
				const request = requestOf(folder, send, text);
				const [response, other] = concurrent
					? await Promise.all([deployment.run(request), deployment.run(ordinaryRequest())])
					: [await runAgainIfStarved(request, variant, expected), undefined];
				if (other)
					expect(outcomeOf(other, freeVariant)).toEqual({ succeeded: { measured: false } });
				const wrong = differences(expected, outcomeOf(response, variant), JSON.stringify(text));
				expect({ [text?.slice(0, 80) ?? 'it']: wrong }).toEqual({
					[text?.slice(0, 80) ?? 'it']: []
				});
				expect(secretsIn(response)).toEqual([]);
				if ('challenge' in expected)
					expect(challengeOf(response)).toEqual({
						verdict: expected.challenge,
						sentences: expect.arrayContaining([
							expect.stringMatching(new RegExp(expected.sentence.slice(1, -1)))
						])
					});
				counted.push(instructionsOf(response, variant));
				simulated.push(eventsOf(response, variant));
			}
			const twin = twinOf({ send, control });
			const twinResponse = await runAgainIfStarved(requestOf(folder, twin), variant);
			const measured = twin.stages?.includes('measure') ?? false;
			expect(outcomeOf(twinResponse, variant)).toEqual({ succeeded: { measured } });
			if ('challenge' in expected)
				expect(challengeOf(twinResponse).sentences).toContain(
					'Your code returns what the original returns.'
				);
			if ('succeeds' in expected && expected.eventsAsTwin) {
				const ofTwin = eventsOf(twinResponse, variant);
				expect(ofTwin).toBeDefined();
				for (const rates of simulated) expect(differentEvents(rates, ofTwin)).toEqual([]);
			}
			if (!('succeeds' in expected && expected.countedAsTwin)) return;
			const honest = instructionsOf(twinResponse, variant);
			for (const instructions of counted) {
				expect(instructions).toBeGreaterThan(honest * 0.98);
				expect(instructions).toBeLessThan(honest * 1.02);
			}
		},
		patienceMs
	);

	test(
		'leaves nothing on the machine, and an ordinary run has the same result as before',
		async () => {
			expect(await leftovers.left()).toEqual([]);
			expect(await ordinaryResult()).toBe(ordinary);
		},
		patienceMs
	);
});
