/**
 * Hostile programs and requests, each beside its harmless twin, through a real site, runner and engine: the learner is
 * told the truth, nothing gets out, nothing is left, and whoever comes next gets what they always got. `npm test` runs
 * the short ones; `npm run test:hostile` all.
 */
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ask, Expected, Try } from './case.ts';
import { textOf, twinOf } from './case.ts';
import { openHouse, type House } from './house.ts';
import { watchLeftovers, type Leftovers } from './leftovers.ts';
import { loadCases, sourceOf } from './load.ts';
import { differences, outcomeOf, type Heard } from './outcome.ts';

const whole = process.env['CYCLELAB_HOSTILE'] === 'whole';
const cases = loadCases().filter(({ short }) => whole || short);
const variant = 'a';

/** A case is several runs, and some of them end at their wall clock; a machine with more to do takes its time. */
const patienceMs = 900_000;

let house: House;
let leftovers: Leftovers;
let ordinary: string;
beforeAll(async () => {
	house = await openHouse();
	leftovers = await watchLeftovers(house);
	ordinary = await nextLearner();
}, patienceMs);
afterAll(async () => {
	leftovers?.close();
	await house?.close();
}, patienceMs);

/** The body of a request. */
function requestOf(folder: string, ask: Ask, each?: string): Record<string, unknown> {
	const { language = 'c', stages = ['inspect'], flags = [], compiler } = ask;
	const source = sourceOf(folder, ask);
	const request = {
		...{ exercise: 'free-play', variants: [variant], models: 'host', language, stages, flags },
		...(compiler === undefined ? {} : { compiler }),
		...(source === undefined ? {} : { sources: { [variant]: source } }),
		...ask.request
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

/** Nothing that anybody hears names a secret. */
function secretsIn({ answer, events }: Heard): string[] {
	const text = answer + JSON.stringify(events);
	return house.secrets.filter((secret) => text.includes(secret));
}

/** A machine with too much else to do starves programs and engine; who meets that does not meet it time after time. */
const timesAtMost = 5;

/**
 * Asks again where a wall clock ended what should not have met one, or the engine did not answer in time: neither says
 * anything of the program on a busy machine. What a program does by itself it does every time.
 */
async function asked(request: Record<string, unknown>, expected?: Expected): Promise<Heard> {
	const endless = expected && 'failure' in expected && expected.failure.kind === 'timeout';
	for (let times = 1; ; times++) {
		const heard = await house.ask(request);
		const outcome = outcomeOf(heard, variant);
		const starved =
			'broke' in outcome ||
			('failure' in outcome && outcome.failure.kind === 'timeout' && !endless);
		if (!starved || times === timesAtMost) return heard;
	}
}

let serial = 0;
/** What somebody gets for an ordinary program: each time another text, so that nothing is remembered. */
async function nextLearner(): Promise<string> {
	const ordinary = fs.readFileSync(new URL('ordinary.c', import.meta.url), 'utf8');
	const text = `${ordinary}/* ${++serial} */\n`;
	const heard = await asked(requestOf('', { text }));
	expect(outcomeOf(heard, variant)).toEqual({ succeeded: { measured: false } });
	const last = heard.events.at(-1);
	if (last?.type !== 'finished') throw new Error('the outcome is wrong');
	const [report] = last.report.variants;
	const { checksum, instructionsPerIteration, functions, hotLoop } = report ?? {};
	return JSON.stringify({ checksum, instructionsPerIteration, functions, hotLoop });
}

const nameOf = ({ name, ask: { language = 'c', compiler } }: Try, at: number) =>
	name ?? `${compiler ?? language}, ${at + 1}`;

test('what looks for leftovers sees containers and processes that are alive', () => {
	const { places, processes } = leftovers.alive();
	expect(places).toBeGreaterThan(0);
	expect(processes).toBeGreaterThan(0);
	expect(JSON.parse(ordinary)).toMatchObject({ checksum: expect.stringMatching(/^[0-9a-f]+$/) });
});

describe.each(cases)('$name: $attack', ({ folder, tries }) => {
	test.each(tries.map((one, at) => ({ ...one, title: nameOf(one, at) })))(
		'$title',
		async ({ ask, each = [undefined], expect: expected, control }) => {
			for (const one of each) {
				const text = one === undefined ? undefined : textOf(one);
				const heard = await asked(requestOf(folder, ask, text), expected);
				const wrong = differences(expected, outcomeOf(heard, variant), JSON.stringify(text));
				expect({ [text?.slice(0, 80) ?? 'it']: wrong }).toEqual({
					[text?.slice(0, 80) ?? 'it']: []
				});
				expect(secretsIn(heard)).toEqual([]);
			}
			const twin = twinOf({ ask, control });
			const heard = await asked(requestOf(folder, twin));
			const measured = twin.stages?.includes('measure') ?? false;
			expect(outcomeOf(heard, variant)).toEqual({ succeeded: { measured } });
		},
		patienceMs
	);

	test(
		'nothing is left, and the next learner gets what everybody got before',
		async () => {
			expect(await leftovers.left()).toEqual([]);
			expect(await nextLearner()).toBe(ordinary);
		},
		patienceMs
	);
});
