import { expect, it } from 'vitest';
import { measured, point, report } from '../../fixtures/examples.ts';
import { explain } from './explain.ts';
import { metricsOf } from './report-metrics.ts';

const word = measured(3, 0.002);
const bytes = { ...measured(19, 0.002), samples: 20, setAside: 5, rejected: 15 };

it('samples are added up over all points, and a report without failures has none', () => {
	expect(metricsOf(report({ word: [point(word)], bytes: [point(bytes)] }))).toEqual({
		failures: [],
		samples: { accepted: word.samples + 25, rejected: word.rejected + 15 }
	});
});

it('failures are counted by kind, once each, and noisy places give their samples', () => {
	const where = { stage: 'measure', variant: 'bytes' } as const;
	const noisy = explain({ ...where, kind: 'too-noisy', accepted: 10, attempted: 40 });
	const late = explain({ ...where, kind: 'timeout', limitMs: 1000 });
	const bare = { parameters: {}, documented: [] };
	const failing = report({
		word: [{ ...bare, failure: noisy }],
		bytes: [
			{ ...bare, failure: noisy },
			{ ...bare, failure: late }
		]
	});
	expect(metricsOf(failing)).toEqual({
		failures: ['timeout', 'too-noisy'],
		samples: { accepted: 20, rejected: 60 }
	});
});
