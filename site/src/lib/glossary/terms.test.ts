import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadExercises } from '@cyclelab/exercises/load';
import { expect, test } from 'vitest';
import { terms } from './all-terms.ts';
import { seenIn, termsSeenIn } from './seen.ts';
import { groups, termOfBadge, type TermId } from './terms.ts';

const inspect = join(import.meta.dirname, '../../../../runner/src/inspect');

/** Ids of badges as the runner's files and its table of opcodes name them. */
const badges = readdirSync(inspect)
	.filter((name) => name === 'opcodes.json' || (name.endsWith('.ts') && !name.endsWith('.test.ts')))
	.flatMap((name) => [
		...readFileSync(join(inspect, name), 'utf8').matchAll(/^\s*"?id"?: ['"]([a-z0-9-]+)['"],$/gm)
	])
	.map(([, id = '']) => id);

/** The manuals' terms that lessons use. Each has an entry, and an exercise in which it is seen. */
const ofManuals = {
	L1: 'l1',
	L2: 'l2',
	L3: 'l3',
	ports: 'ports',
	µops: 'uops',
	'reorder buffer': 'reorder-buffer',
	'store buffer': 'store-buffer',
	'branch misprediction': 'misprediction',
	latency: 'latency',
	throughput: 'throughput',
	'dependency chain': 'dependency-chain',
	'cache line': 'cache-line',
	TLB: 'tlb',
	page: 'page'
} satisfies Record<string, TermId>;

/** What a lesson may write instead of a term's name. */
const otherwise: Partial<Record<TermId, RegExp>> = {
	cycle: /\bcycles?\b/,
	interval: /\bintervals?\b/,
	dependency: /\bchains?\b/i,
	ports: /\bports?\b/i,
	'branch-prediction': /branch predictor/,
	aliasing: /-noalias\b/,
	'constant-adds': /\baddition of a small constant\b/,
	division: /\bdivisions?\b/,
	cache: /\bcaches?\b/,
	'cache-line': /\blines? of 64 bytes\b|\bcache lines?\b/,
	page: /\bpages?\b/,
	atomic: /\batomic\b/i,
	ordered: /\brelease\b/i
};

/** The name of a term as it stands in a text, in either number. */
const named = (id: TermId) => {
	const name = terms[id].name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/s$/, '');
	return otherwise[id] ?? new RegExp(`(?<![a-z0-9])${name}s?(?![a-z0-9])`, 'i');
};

/** A number with a unit of time or size. */
const figure = /\d[\d.,]*\s(?:cycles?|ns|bytes|[KMG]i?B|entries|µops)\b/;

test('every term is in one group and appears once', () => {
	const listed = Object.values(groups).flat();
	expect(new Set(listed).size).toBe(listed.length);
	expect(listed.toSorted()).toEqual(Object.keys(terms).toSorted());
	const names = Object.values(terms).map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
});

test('every badge of the runner has a term, and badges that an exercise declares share a general term', () => {
	expect(badges.length).toBeGreaterThan(20);
	const general = badges.filter((id) => termOfBadge(id) === 'outside-the-model');
	expect(general).toEqual([]);
	expect(termOfBadge('blind-spot-1')).toBe('outside-the-model');
});

test('every term of the manuals that lessons use has an entry under its name, and an exercise in which it is seen', () => {
	const entries = Object.fromEntries(Object.values(ofManuals).map((id) => [terms[id].name, id]));
	expect(entries).toEqual(ofManuals);
	expect(Object.values(ofManuals).filter((id) => !seenIn[id]?.length)).toEqual([]);
});

test('each exercise in which a term is seen exists, and its lesson uses the term', async () => {
	const { exercises } = await loadExercises();
	const lessons = new Map(
		exercises.map(({ slug, story, explain, elsewhere }) => [
			slug,
			[story, explain, elsewhere].join('\n')
		])
	);
	const wrong = Object.entries(seenIn).flatMap(([id, slugs]) =>
		slugs
			.filter((slug) => !named(id as TermId).test(lessons.get(slug) ?? ''))
			.map(
				(slug) => `${id} in ${lessons.has(slug) ? 'the lesson of' : 'the missing exercise'} ${slug}`
			)
	);
	expect(wrong).toEqual([]);
});

test('every text with a figure states its source, and no other text does', () => {
	const all = Object.entries(terms);
	const withFigure = all.filter(([, { text }]) => figure.test(text)).map(([id]) => id);
	expect(withFigure).toEqual(all.filter(([, { source }]) => source).map(([id]) => id));
	expect(withFigure).toContain('pause');
});

test('terms are seen once one of their exercises is done', () => {
	expect(termsSeenIn(new Set())).toEqual([]);
	expect(termsSeenIn(new Set(['branches']))).toEqual(['branch-prediction', 'misprediction']);
});
