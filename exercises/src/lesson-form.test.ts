/** The form of the lessons: short paragraphs, what to look for, and traps. */
import { expect, test } from 'vitest';
import { loadExercises } from './load.ts';

/** Blocks and list items; figures, headings, code and tables left out. */
const paragraphsOf = (markdown: string): string[] =>
	markdown
		.split(/\r?\n\s*\r?\n|\r?\n(?=- )/)
		.filter((block) => !/^(?:::|#|\||\t| {4})/.test(block))
		.map((block) => block.replace(/^- /, '').trim())
		.filter((block) => block !== '');

const { exercises } = await loadExercises();

test('paragraphs are the blocks of a text and the items of its lists, without figures, code and tables', () => {
	expect(
		paragraphsOf(
			'One two.\n\n::figure{name=x}\n\n- three\n  four\n- five\n\n  six\n\n| a | b |\n\n    code\n\n### Head'
		)
	).toEqual(['One two.', 'three\n  four', 'five', 'six']);
});

test('no paragraph of a lesson has more than 120 words', () => {
	const long = exercises.flatMap(({ slug, story, explain, elsewhere }) =>
		[story, explain, elsewhere]
			.flatMap(paragraphsOf)
			.map((text) => ({ slug, words: text.split(/\s+/).length, begins: text.slice(0, 60) }))
			.filter(({ words }) => words > 120)
	);
	expect(long).toEqual([]);
});

test('each lesson but free play says what to look for and names traps', () => {
	const without = exercises
		.filter(({ facts }) => !facts.free)
		.flatMap(({ slug, explain }) =>
			['**What to look for below.**', '**Traps.**']
				.filter((part) => !explain.includes(part))
				.map((part) => `${slug}: ${part}`)
		);
	expect(without).toEqual([]);
});

test('each lesson but free play explains in three steps, each with a question', () => {
	const steps = exercises
		.filter(({ facts }) => !facts.free)
		.map(({ slug, explain }) => ({
			slug,
			steps: [...explain.matchAll(/^### (\d)\. /gm)].map(([, step]) => step).join(''),
			questions: explain
				.split(/^### /m)
				.slice(1)
				.map((step) => step.split('::figure{name=question').length - 1)
				.join('')
		}));
	expect(steps.filter((step) => step.steps !== '123' || step.questions !== '111')).toEqual([]);
});
