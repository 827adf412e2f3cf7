/** Every challenge of the catalogue must be real work, with its own trick and hints that lead to it. */
import { expect, test } from 'vitest';
import { loadExercises } from './load.ts';
import { sourceOf, factsIn, type Exercise, type Language } from './schema.ts';

const { exercises } = await loadExercises();

// A source without what does not matter to a machine: comments, white space, and how things are called.

const token = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*|\d[\w.]*|[^\s\w]/g;

function withoutComments(text: string, language: Language): string {
	if (language === 'cr') return text.replace(/#(?!\{).*$/gm, '');
	return text.replace(/\/\*[^]*?\*\//g, ' ').replace(/\/\/.*$/gm, '');
}

const tokensOf = (text: string, language: Language): string[] =>
	withoutComments(text, language).match(token) ?? [];

const isName = (word: string) => /^[A-Za-z_]/.test(word);

/** The same for two sources that differ in comments, white space and names only. Each name is numbered at its first use. */
function shapeOf(text: string, language: Language): string {
	const numbers = new Map<string, number>();
	return tokensOf(text, language)
		.map((word) => {
			if (!isName(word)) return word;
			const number = numbers.get(word) ?? numbers.size;
			numbers.set(word, number);
			return `n${number}`;
		})
		.join(' ');
}

/** The names in a source, each once. */
const namesIn = (text: string, language: Language): string[] => [
	...new Set(tokensOf(text, language).filter(isName))
];

/** The parts of a text between backticks. */
const codeIn = (text: string): string[] =>
	[...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

test('comments, white space and names do not change the shape of a source', () => {
	const one = 'int f(int a) { /* twice */ return a + a; }';
	const other = 'int  twice(int number)\n{ // doubled\n\treturn number + number;\n}';
	expect(shapeOf(other, 'c')).toBe(shapeOf(one, 'c'));
	expect(shapeOf('def f(a) # twice\n a &+ a\nend', 'cr')).toBe(
		shapeOf('def g(b)\nb &+ b\nend', 'cr')
	);
});

test('another operator, number, order or text does', () => {
	const one = shapeOf('a = b + 1; print("x # y");', 'c');
	for (const text of ['a = b - 1; print("x # y");', 'a = b + 2; print("x # y");'])
		expect(shapeOf(text, 'c')).not.toBe(one);
	expect(shapeOf('a = a + 1; print("x # y");', 'c')).not.toBe(one);
	expect(shapeOf('a = b + 1; print("x");', 'c')).not.toBe(one);
});

test('names match the code, and code in a text stands between backticks', () => {
	expect(namesIn('x = f(x, "y"); // z', 'c')).toEqual(['x', 'f']);
	expect(codeIn('Look at `v + 1` and `f`, not at v.')).toEqual(['v + 1', 'f']);
});

const challenges = exercises.flatMap((exercise) => {
	const { challenge } = exercise.facts;
	return challenge ? [{ ...challenge, slug: exercise.slug, exercise }] : [];
});

const solutionsOf = ({ solutions }: Exercise) => Object.entries(solutions) as [Language, string][];

/** The source that the challenge starts from. */
function startOf(exercise: Exercise, language: Language): string {
	const { challenge, variants } = factsIn(exercise.facts, language, 'x86-64');
	const row = variants.find(({ id }) => id === challenge?.start.variant);
	const source = row && exercise.sources[language]?.[sourceOf(row)];
	if (source === undefined) throw new Error(`${exercise.slug} has no start in ${language}`);
	return source;
}

test('no solution is a visible variant under other names', () => {
	const copies = challenges.flatMap(({ slug, exercise }) =>
		solutionsOf(exercise).flatMap(([language, solution]) =>
			Object.entries(exercise.sources[language] ?? {})
				.filter(([, text]) => shapeOf(text, language) === shapeOf(solution, language))
				.map(([variant]) => `${slug}: the solution in ${language} is “${variant}”`)
		)
	);
	expect(copies).toEqual([]);
});

test('every challenge has a trick, and no two have the same', () => {
	const tricks = challenges.map(({ trick }) => trick ?? '');
	expect(tricks.filter((trick) => trick === '')).toEqual([]);
	expect(tricks.filter((trick, i) => tricks.indexOf(trick) !== i)).toEqual([]);
	const shapes = challenges.flatMap(({ slug, exercise }) =>
		solutionsOf(exercise).map(([language, text]) => ({ slug, shape: shapeOf(text, language) }))
	);
	const twins = shapes.filter(({ slug, shape }) =>
		shapes.some((other) => other.slug !== slug && other.shape === shape)
	);
	expect(twins).toEqual([]);
});

test('three hints go from a question to a direction to a place in the code that is given', () => {
	const complaints = challenges.flatMap(({ slug, hints, exercise }) => {
		const [first = '', , last = ''] = hints;
		return [
			...(hints.length === 3 ? [] : [`${slug} has ${hints.length} hints`]),
			...(first.trimEnd().endsWith('?') ? [] : [`${slug}: the first hint is no question`]),
			...solutionsOf(exercise)
				.filter(([language]) => {
					const start = startOf(exercise, language).toLowerCase();
					return !codeIn(last).some((code) => start.includes(code.toLowerCase()));
				})
				.map(([language]) => `${slug}: the last hint names nothing in the code in ${language}`)
		];
	});
	expect(complaints).toEqual([]);
});

test('neither the text nor the first two hints name what only the solution has', () => {
	const printed = challenges.flatMap(({ slug, text, hints, exercise }) =>
		[text, ...hints.slice(0, 2)].flatMap((words) =>
			solutionsOf(exercise).flatMap(([language, solution]) => {
				const given = namesIn(Object.values(exercise.sources[language] ?? {}).join('\n'), language);
				const own = namesIn(solution, language).filter((name) => !given.includes(name));
				const named = codeIn(words).flatMap((code) =>
					namesIn(code, language).filter((name) => own.includes(name))
				);
				return named.map((name) => `${slug}: “${words}” names ${name}`);
			})
		)
	);
	expect(printed).toEqual([]);
});
