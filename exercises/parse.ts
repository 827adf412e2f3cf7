/** From the texts of an exercises folder to exercises. Every mistake an author can make is a sentence here. */
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import {
	Facts,
	Language,
	Slug,
	Track,
	extensionOf,
	languageNames,
	type Exercise
} from './schema.ts';

/** One `NN-slug` folder: its name, and its files' texts by name. */
export type Folder = { name: string; files: Record<string, string> };

const folderName = /^(\d\d)-(.+)$/;
const factsFile = 'exercise.yaml';
const lessonFile = 'lesson.md';
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
	const known = parseFile('tracks.yaml', tracks, z.array(Track));
	const rank = (id: string) => known.findIndex((track) => track.id === id);
	const exercises = folders.map(parseFolder);
	for (const [i, { slug, order, facts }] of exercises.entries()) {
		if (rank(facts.track) < 0) {
			const ids = known.map(({ id }) => id).join(', ');
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
	return { tracks: known, exercises };
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
	return { slug, order: Number(number), facts, ...lesson, sources: sourcesOf(name, files, facts) };
}

function parseFile<T>(file: string, text: string, schema: z.ZodType<T>): T {
	let data: unknown;
	try {
		data = parseYaml(text);
	} catch (error) {
		throw new Error(`${file} is not YAML: ${error instanceof Error ? error.message : error}`, {
			cause: error
		});
	}
	const parsed = schema.safeParse(data);
	if (parsed.success) return parsed.data;
	throw new Error(`${file} is not as schema.ts wants it:\n${z.prettifyError(parsed.error)}`);
}

function splitLesson(file: string, text: string): { story: string; explain: string } {
	const parts = /^\s*## Story[ \t]*\r?\n([^]*?)^## Explain[ \t]*\r?\n([^]*)$/m.exec(text);
	const [story, explain] = [parts?.[1]?.trim(), parts?.[2]?.trim()];
	if (story && explain && text.trimStart().startsWith('## Story')) return { story, explain };
	throw new Error(
		`${file} needs the heading "## Story" as its first line and "## Explain" after it, each with text below.`
	);
}

function sourcesOf(name: string, files: Record<string, string>, facts: Facts): Exercise['sources'] {
	const ids = facts.variants.map(({ id }) => id);
	const sources: Exercise['sources'] = {};
	for (const [file, text] of Object.entries(files)) {
		if (file === factsFile || file === lessonFile) continue;
		const language = Language.options.find((l) => file.endsWith(`.${extensionOf[l]}`));
		if (!language) {
			throw new Error(
				`${name}/${file} is not a file an exercise has. There may be ${factsFile}, ${lessonFile}, and sources named <variant>${endings}.`
			);
		}
		const id = file.slice(0, -extensionOf[language].length - 1);
		if (!ids.includes(id)) {
			throw new Error(
				`${name}/${file} belongs to no variant. Name it after one of ${ids.join(', ')}, or add "${id}" to ${factsFile}.`
			);
		}
		sources[language] = { ...sources[language], [id]: text };
	}
	for (const language of Language.options) {
		const present = sources[language];
		const missing = present && ids.find((id) => present[id] === undefined);
		if (missing !== undefined) {
			throw new Error(
				`${name} has no ${languageNames[language]} source for the variant "${missing}". Add ${missing}.${extensionOf[language]}, or remove the variant from ${factsFile}.`
			);
		}
	}
	if (Object.keys(sources).length === 0)
		throw new Error(`${name} has no sources. Add ${ids[0]}.c and one for each other variant.`);
	return sources;
}
