/** From the texts of an exercises folder to exercises. Every mistake an author can make is a sentence here. */
import { z } from 'zod';
import { checkFacts } from './facts-check.ts';
import { checkFigures, lessonParts } from './lesson-parts.ts';
import { languageNames } from './names.ts';
import { checkAsked } from './question-check.ts';
import { currentRuns } from './recorded-code.ts';
import { parseFile } from './parse-file.ts';
import { RecordedRun, recordedFile } from './recorded.ts';
import {
	Facts,
	Language,
	Slug,
	Target,
	Track,
	extensionOf,
	factsIn,
	type Exercise
} from './schema.ts';

/** One `NN-slug` folder: its name, and its files' texts by name. */
export type Folder = { name: string; files: Record<string, string> };

const folderName = /^(\d\d)-(.+)$/;
const factsFile = 'exercise.yaml';
const lessonFile = 'lesson.md';
const isRecorded = (file: string) => /^recorded-.+\.json$/.test(file);
const endings = Language.options.map((language) => `.${extensionOf[language]}`).join(', ');

/**
 * All tracks in their order, and all exercises ordered by track and number.
 * @param tracks text of `tracks.yaml`
 * @throws an Error whose message names the file and what to change in it
 */
export function parseExercises(
	tracks: string,
	folders: readonly Folder[]
): { tracks: Track[]; exercises: Exercise[] } {
	const allTracks = parseFile('tracks.yaml', tracks, z.array(Track));
	const rank = (id: string) => allTracks.findIndex((track) => track.id === id);
	const exercises = folders.map(parseFolder);
	for (const [i, { slug, order, facts }] of exercises.entries()) {
		if (rank(facts.track) < 0) {
			const ids = allTracks.map(({ id }) => id).join(', ');
			throw new Error(
				`${folders[i]?.name}/${factsFile} names the track "${facts.track}", which tracks.yaml does not have. Choose one of ${ids}, or add it there.`
			);
		}
		const twin = exercises.findIndex(
			(other) => other.slug === slug || (other.facts.track === facts.track && other.order === order)
		);
		if (twin !== i) {
			const shared = exercises[twin]?.slug === slug ? 'the same name' : 'one number in one track';
			throw new Error(
				`${folders[twin]?.name} and ${folders[i]?.name} have ${shared}. Rename one of the folders.`
			);
		}
	}
	exercises.sort((a, b) => rank(a.facts.track) - rank(b.facts.track) || a.order - b.order);
	checkRequired(exercises);
	return { tracks: allTracks, exercises };
}

/** What an exercise requires is earlier on the path, so no exercises require one another in a circle. */
function checkRequired(exercises: readonly Exercise[]): void {
	const earlier = new Set<string>();
	for (const { slug, facts } of exercises) {
		const missing = facts.requires.find((required) => !earlier.has(required));
		if (missing !== undefined)
			throw new Error(
				`The exercise ${slug} requires "${missing}", which is not an exercise before it on the path. Name an earlier exercise, or give ${slug} a later number or track.`
			);
		earlier.add(slug);
	}
}

/** @throws an Error, as parseExercises does */
export function parseFolder({ name, files }: Folder): Exercise {
	const [, number = '', slug = ''] = folderName.exec(name) ?? [];
	if (!Slug.safeParse(slug).success) {
		throw new Error(
			`${name} is not an exercise's folder name. Call it two digits and words in lower case, as in 20-store-forwarding.`
		);
	}
	const text = (file: string) => {
		if (files[file] === undefined) throw new Error(`${name} has no ${file}. Add it.`);
		return files[file];
	};
	const facts = parseFile(`${name}/${factsFile}`, text(factsFile), Facts);
	const lesson = splitLesson(`${name}/${lessonFile}`, text(lessonFile));
	const sources = sourcesOf(name, files, facts);
	const exercise = {
		slug,
		order: Number(number),
		facts,
		...lesson,
		...sources,
		recorded: currentRuns({ facts, ...sources }, recordedIn(name, files))
	};
	checkQuestions(name, exercise);
	checkLesson(`${name}/${lessonFile}`, exercise);
	return exercise;
}

/** The runs that other machines made, in the order of their files. */
function recordedIn(name: string, files: Folder['files']): RecordedRun[] {
	return Object.entries(files)
		.filter(([file]) => isRecorded(file))
		.map(([file, text]) => {
			const run = parseFile(`${name}/${file}`, text, RecordedRun);
			if (recordedFile(run) !== file)
				throw new Error(
					`${name}/${file} holds a run of ${run.microarchitecture} in ${languageNames[run.language]}. Call it ${recordedFile(run)}, or remove it and record it with "npm run record".`
				);
			return run;
		});
}

function splitLesson(
	file: string,
	text: string
): { story: string; explain: string; elsewhere: string } {
	const parts =
		/^\s*## Story[ \t]*\r?\n([^]*?)^## Explain[ \t]*\r?\n([^]*?)^## Elsewhere[ \t]*\r?\n([^]*)$/m.exec(
			text
		);
	const [story, explain, elsewhere] = [1, 2, 3].map((part) => parts?.[part]?.trim());
	if (story && explain && elsewhere && text.trimStart().startsWith('## Story'))
		return { story, explain, elsewhere };
	throw new Error(
		`${file} needs the heading "## Story" as its first line, then "## Explain" and "## Elsewhere", each with text below.`
	);
}

/** The texts of variants and solutions, sorted by language. */
function sourcesOf(
	name: string,
	files: Record<string, string>,
	facts: Facts
): Pick<Exercise, 'sources' | 'solutions'> {
	const ids = facts.variants.map(({ id }) => id);
	const sources: Exercise['sources'] = {};
	const solutions: Exercise['solutions'] = {};
	for (const [file, text] of Object.entries(files)) {
		if (file === factsFile || file === lessonFile || isRecorded(file)) continue;
		const language = Language.options.find((l) => file.endsWith(`.${extensionOf[l]}`));
		if (!language) {
			throw new Error(
				`${name}/${file} is not a file an exercise has. There may be ${factsFile}, ${lessonFile}, recorded runs, and sources named <variant>${endings} or solution${endings}.`
			);
		}
		const id = file.slice(0, -extensionOf[language].length - 1);
		if (id === 'solution') {
			solutions[language] = text;
			continue;
		}
		const variant = facts.variants.find((variant) => variant.id === id);
		if (!variant || variant.languages?.includes(language) === false) {
			throw new Error(
				`${name}/${file} belongs to no variant. Name it after one of ${ids.join(', ')}, or add "${id}" to ${factsFile}.`
			);
		}
		sources[language] = { ...sources[language], [id]: text };
	}
	const written = Language.options.filter((language) => sources[language]);
	for (const language of written) {
		const missing = facts.variants.find(
			({ id, languages }) =>
				(languages?.includes(language) ?? true) && sources[language]?.[id] === undefined
		);
		if (missing)
			throw new Error(
				`${name} has no ${languageNames[language]} source for the variant "${missing.id}". Add ${missing.id}.${extensionOf[language]}, or say in ${factsFile} which languages it has.`
			);
		for (const target of Target.options) checkTold(name, facts, language, target);
	}
	if (written.length === 0)
		throw new Error(`${name} has no sources. Add ${ids[0]}.c and one for each other variant.`);
	checkSolutions(name, facts, written, solutions);
	return { sources, solutions };
}

/** The minimum for every language, on every architecture: at least two rows, the baseline and the question's among them, and a claim about each. */
function checkTold(name: string, facts: Facts, language: Language, target: Target): void {
	const told = factsIn(facts, language, target);
	const ids = new Set(told.variants.map(({ id }) => id));
	const { baseline, question } = told;
	const absent = [baseline, question.of.variant, question.to.variant].find((id) => !ids.has(id));
	if (absent !== undefined)
		throw new Error(
			`${name}/${factsFile}: in ${languageNames[language]} there is no "${absent}", which is the baseline or in the question. Give it to all languages, or write questionIn.${language}.`
		);
	const claims = told.claims.length + told.codeClaims.length + told.pairClaims.length;
	if (ids.size < 2 || (claims === 0 && !told.free))
		throw new Error(
			`${name}/${factsFile}: in ${languageNames[language]} it has ${ids.size} variants and ${claims} claims. It needs two and one.`
		);
	const [complaint] = checkFacts(told);
	if (complaint)
		throw new Error(
			`${name}/${factsFile}: in ${languageNames[language]}, ${complaint.message} (${complaint.path.join('.')}).`
		);
}

function checkLesson(file: string, { facts, story, explain, elsewhere }: Exercise): void {
	try {
		const parts = [story, explain, elsewhere].flatMap(lessonParts);
		const figures = parts.flatMap((part) => ('figure' in part ? part.figure : []));
		const complaint = checkFigures(figures, facts);
		if (complaint) throw new Error(complaint);
	} catch (error) {
		throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
	}
}

/** Nobody is asked about a loop of his own, so the question of a free exercise has no answer. */
function checkQuestions(name: string, { facts, story }: Pick<Exercise, 'facts' | 'story'>): void {
	if (facts.free) return;
	const asked = { question: facts.question, ...facts.questionIn };
	for (const [where, question] of Object.entries(asked)) {
		const [complaint] = checkAsked(question, story, facts);
		const place = where === 'question' ? where : `questionIn.${where}`;
		if (complaint) throw new Error(`${name}: the ${place} cannot be asked, as ${complaint}.`);
	}
}

function checkSolutions(
	name: string,
	{ challenge }: Facts,
	written: readonly Language[],
	solutions: Exercise['solutions']
): void {
	const set = challenge ? (challenge.languages ?? written) : [];
	const missing = set.find((language) => solutions[language] === undefined);
	if (missing)
		throw new Error(
			`${name} has a challenge in ${languageNames[missing]} without a solution. Add solution.${extensionOf[missing]}, or say in ${factsFile} which languages it is set in.`
		);
	const idle = written.find(
		(language) => solutions[language] !== undefined && !set.includes(language)
	);
	if (idle)
		throw new Error(
			`${name}/solution.${extensionOf[idle]} solves no challenge. Set one in ${factsFile}, or remove the file.`
		);
}
