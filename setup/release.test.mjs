import { expect, test } from 'vitest';
import { chartVersion, releaseOf, withVersion } from './release.mjs';

const changelog =
	'# Changelog\n\n## Unreleased\n\n## 1.1.0 (2027-01-31)\n\n### Added\n\n- A.\n\n## 1.0.0\n\nFirst.\n';
const versions = { 'package.json': '1.1.0', 'site/package.json': '1.1.0' };

test('a release has the section of its version', () => {
	expect(releaseOf('v1.1.0', versions, changelog)).toEqual({ notes: '### Added\n\n- A.' });
	expect(releaseOf('v1.0.0', { 'package.json': '1.0.0' }, changelog)).toEqual({ notes: 'First.' });
});

test.each([
	['1.1.0', versions, /is not a tag of a release/],
	['v1.1', versions, /is not a tag of a release/],
	[
		'v1.2.0',
		{ 'package.json': '1.2.0', 'site/package.json': '1.1.0' },
		/says 1\.2\.0, but site\/package\.json 1\.1\.0\. Run/
	],
	['v2.0.0', { 'package.json': '2.0.0' }, /no section "## 2\.0\.0"/]
])('%s is refused with a sentence', (tag, packages, sentence) => {
	expect(releaseOf(tag, packages, changelog)).toEqual({ fault: expect.stringMatching(sentence) });
});

test('a version is set with the order and the other dependencies as they are', () => {
	const before = {
		name: '@cyclelab/site',
		version: '0.1.0',
		dependencies: { '@cyclelab/contract': '0.1.0', zod: '^4.6.7' }
	};
	expect(JSON.stringify(withVersion(before, '1.0.0'))).toBe(
		'{"name":"@cyclelab/site","version":"1.0.0","dependencies":{"@cyclelab/contract":"1.0.0","zod":"^4.6.7"}}'
	);
	expect(withVersion({ name: 'cyclelab' }, '1.0.0')).toEqual({
		name: 'cyclelab',
		version: '1.0.0'
	});
});

test('a chart has its own version and the site’s, and no other line is one', () => {
	const chart =
		'apiVersion: v2\nname: cyclelab\nversion: 0.1.0\nappVersion: 0.1.0\nkubeVersion: x\n';
	expect(chart.replaceAll(chartVersion, '$11.0.0')).toBe(
		'apiVersion: v2\nname: cyclelab\nversion: 1.0.0\nappVersion: 1.0.0\nkubeVersion: x\n'
	);
});
