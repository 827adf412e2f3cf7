import { expect, test } from 'vitest';
import { loadExercises } from '@cyclelab/exercises/load';
import { exercisePicture } from './exercise-picture.ts';

const { exercises } = await loadExercises();
const drawn = exercises.map(({ slug, facts }) => ({ slug, facts, svg: exercisePicture(facts) }));

/** The texts of a picture, entities replaced. */
const textsOf = (svg: string) =>
	[...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) =>
		text.replaceAll('&#39;', "'").replaceAll('&amp;', '&').replaceAll('&quot;', '"')
	);

test('each picture has the whole title and the whole question', () => {
	for (const { slug, facts, svg } of drawn) {
		const texts = textsOf(svg).join(' ').replace(/\s+/g, ' ');
		expect([slug, texts]).toEqual([slug, expect.stringContaining(facts.title)]);
		expect([slug, texts]).toEqual([
			slug,
			expect.stringContaining(facts.question.text.trim().replace(/\s+/g, ' '))
		]);
		expect([slug, texts]).toEqual([slug, expect.not.stringContaining('…')]);
	}
});

test('bars lie between question and axis, and are at least ten units high', () => {
	for (const { slug, svg } of drawn) {
		const bars = [...svg.matchAll(/<rect x="24" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)];
		expect(bars).toHaveLength(4);
		for (const [, y, width, height] of bars.map((bar) => bar.map(Number))) {
			expect([slug, (height ?? 0) >= 10]).toEqual([slug, true]);
			expect([slug, (y ?? 0) + (height ?? 0) <= 315 - 28]).toEqual([slug, true]);
			expect([slug, (width ?? 0) > 20 && (width ?? 0) <= 552]).toEqual([slug, true]);
		}
	}
});

test('the picture is the same whatever the answer is', () => {
	for (const { facts } of exercises) {
		const answers = [{ ratio: 1, source: 'nobody' }];
		const { question } = facts;
		const other = {
			...facts,
			documented: [],
			question: { ...question, answers, misconceptions: [] }
		};
		expect(exercisePicture(other)).toBe(exercisePicture(facts));
	}
});
