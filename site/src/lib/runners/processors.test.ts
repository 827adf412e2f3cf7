/** What pages show of a host, for each host of the fixtures: never an empty name, an empty table or a broken number. */
import { render } from 'svelte/server';
import { describe, expect, test } from 'vitest';
import hosts from '@cyclelab/contract/fixtures/hosts' with { type: 'json' };
import { Host } from '@cyclelab/contract/schema/host';
import { factsOf, pointOf, reportOf, runnerOf, variantReport } from '../../../fixtures/examples.ts';
import CacheTable from './CacheTable.svelte';
import FleetTable from './FleetTable.svelte';
import RunnerSection from './RunnerSection.svelte';
import { measurementOf } from '../comparison/measurement.ts';
import { pageRunner } from '../run/page-runner.ts';
import Provenance from '../comparison/Provenance.svelte';
import RunnerChips from './RunnerChips.svelte';
import { rowsOf } from '../comparison/rows.ts';
import { cardOf } from '../snapshots/card.ts';
import { plainTextOf } from '../snapshots/markdown.ts';
import { pictureOf } from '../snapshots/picture.ts';

/** The text of a rendered component, tags left out. */
const textOf = (body: string) =>
	body
		.replace(/<!--.*?-->/gs, '')
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ');

const facts = factsOf('Cycle', { one: 'One', two: 'Two' });

describe.each(Object.entries(hosts))('%s', (_, recorded) => {
	const host = Host.parse(recorded);
	const { arch, microarchitecture, processor } = host;
	const runner = runnerOf({ arch, microarchitecture, processor, host, clockGHz: 2 });
	const point = pointOf(2);
	const report = reportOf([variantReport('one', { points: [point] })], {
		runner: { id: 'local', arch, microarchitecture, clockGHz: 2, host }
	});
	const kept = { id: 'AAAAAAAAAAAAAAAAAAAAAA', createdAt: report.startedAt, facts, report };

	const shown: [where: string, text: string][] = [
		['chips', textOf(render(RunnerChips, { props: { runners: [pageRunner(runner)] } }).body)],
		['fleet', textOf(render(FleetTable, { props: { runners: [runner] } }).body)],
		[
			'section',
			textOf(render(RunnerSection, { props: { runner, calibrations: [], now: 0 } }).body)
		],
		['provenance', textOf(render(Provenance, { props: { report } }).body)],
		['card', plainTextOf(facts, cardOf(kept, 'https://cycles.example'))],
		['picture', textOf(pictureOf(kept))]
	];

	test.each(shown)('%s names the processor, and has every number', (_, text) => {
		expect(text).toContain(processor);
		expect(text.match(/NaN|undefined|null|Infinity|\(\)|· ·/g)).toBeNull();
	});

	test('the caches are a table with a row for each, or a sentence where none is reported', () => {
		const { body } = render(CacheTable, { props: { runner } });
		const names = [...body.matchAll(/<th scope="row"[^>]*>(L\d[^<]*)<\/th>/g)].map(
			([, name]) => name
		);
		expect(names).toEqual(
			host.caches.map(({ level, type }) => `L${level}${type === 'data' ? ' data' : ''}`)
		);
		const isReported = host.caches.length > 0;
		const sentence = 'This machine reports no caches.';
		expect([body.includes('<table'), textOf(body).includes(sentence)]).toEqual([
			isReported,
			!isReported
		]);
	});

	test('the distance of addresses in one set is given for L1 and L2 if their ways are known', () => {
		const rows = rowsOf(facts, report);
		const sets = measurementOf(report, rows)?.filter(({ term }) => term === 'cache') ?? [];
		const near = host.caches.filter(({ level, ways }) => level <= 2 && ways);
		expect(sets.map(({ text }) => text.split('; ').length)).toEqual(
			near.length === 0 ? [] : [near.length]
		);
	});
});
