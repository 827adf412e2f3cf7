import { expect, test } from 'vitest';
import { measured, point, report } from '@cyclelab/contract/fixtures/examples';
import type { Point } from '@cyclelab/contract/schema/measurement';
import type { Report } from '@cyclelab/contract/schema/report';
import { RunEvent } from '@cyclelab/contract/schema/job';
import { endingEvents } from './conclude.ts';
import { explain } from '@cyclelab/contract/measure/explain';
import { apply } from '@cyclelab/contract/measure/progress';

const times = [point(measured(3), 16), point(measured(9), 64)] as const;
const known = report({ word: [...times], bytes: [times[1], times[0]] });
const comparison = { predicted: 3, ratio: 1, verdict: 'agree', sentence: 'As predicted.' } as const;
const implausible = explain({
	kind: 'implausible',
	stage: 'measure',
	variant: 'word',
	reason: 'It is faster than the machine can retire.'
});
const judged: Report = {
	...known,
	finishedAt: '2026-11-21T01:00:00Z',
	summary: 'Not reproduced here.',
	runner: { ...known.runner, clockGHz: 4.25 },
	knees: [{ variant: 'word', from: 16, to: 64, before: 3, after: 9 }]
};
const withVariants = (
	change: (points: Point[], id: string) => Partial<Report['variants'][number]>
) => ({
	...judged,
	variants: judged.variants.map((variant) => ({
		...variant,
		...change(variant.points, variant.id)
	}))
});
const fold = (events: RunEvent[]) => events.reduce<Report | undefined>(apply, known);

test.each<[string, Report]>([
	['verdicts of the whole run', judged],
	['an order of variants', { ...judged, variants: judged.variants.toReversed() }],
	['an order of points', withVariants((points) => ({ points: points.toReversed() }))],
	['a point that is not done', withVariants((points) => ({ points: points.slice(1) }))],
	[
		'a comparison with predictions that came later',
		withVariants((points) => ({ points: points.map((point) => ({ ...point, comparison })) }))
	],
	[
		'a point that is refuted',
		withVariants((points) => ({
			points: points.map(({ parameters, documented }) => ({
				parameters,
				documented,
				failure: implausible
			}))
		}))
	],
	[
		'a variant that is refuted',
		withVariants((points, id) =>
			id === 'word' ? { points: [], failure: implausible } : { points }
		)
	]
])('conclusions give %s, without the samples', (_what, end) => {
	const events = endingEvents(known, end);
	expect(events.map((event) => RunEvent.parse(event).type)).toEqual(['finished']);
	expect(fold(events)).toEqual(end);
	expect(JSON.stringify(events)).not.toContain('"raw"');
});

test('a point that is not known as it ends is sent once more', () => {
	const end = withVariants((points, id) =>
		id === 'word' ? { points: [point(measured(4), 16), ...points.slice(1)] } : { points }
	);
	const events = endingEvents(known, end);
	expect(events.map(({ type }) => type)).toEqual(['point', 'finished']);
	expect(fold(events)).toEqual(end);
});

test('a second event of the end changes nothing', () => {
	const [finished] = endingEvents(known, judged);
	expect(finished && fold([finished, finished])).toEqual(judged);
});
