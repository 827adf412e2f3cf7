import { expect, test } from 'vitest';
import { imageNames, inBuildingOrder, isIngredient, superseded, tagOf } from './recipes.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const files = [
	{ path: 'Dockerfile', content: bytes('FROM scratch') },
	{ path: 'lib/a.c', content: bytes('int a;') }
];

test('every image comes after what it stands on', () => {
	expect(inBuildingOrder(['cc'])).toEqual(['tools', 'base', 'cc']);
	expect(inBuildingOrder(['osaca', 'go'])).toEqual(['tools', 'base', 'osaca', 'go']);
	expect(inBuildingOrder(imageNames)).toEqual(imageNames);
	expect(inBuildingOrder(['base'])).toEqual(['tools', 'base']);
});

test('a tag is the name and twelve digits of the hash of its content', () => {
	expect(tagOf('cc', files, [])).toMatch(/^cyclelab\/cc:[0-9a-f]{12}$/);
});

test('a tag does not depend on the order in which files are read', () => {
	expect(tagOf('cc', [...files].reverse(), ['a', 'b'])).toBe(tagOf('cc', files, ['b', 'a']));
});

test('a changed byte, name or image below changes the tag', () => {
	const [first, second] = files;
	if (!first || !second) throw new Error('two files');
	const tags = [
		tagOf('cc', files, ['cyclelab/tools:1']),
		tagOf('cc', files, ['cyclelab/tools:2']),
		tagOf('cc', [first, { ...second, content: bytes('int b;') }], ['cyclelab/tools:1']),
		tagOf('cc', [first, { ...second, path: 'lib/b.c' }], ['cyclelab/tools:1'])
	];
	expect(new Set(tags).size).toBe(tags.length);
});

test('bytes cannot move from a name into a content unseen', () => {
	expect(tagOf('cc', [{ path: 'ab', content: bytes('c') }], [])).not.toBe(
		tagOf('cc', [{ path: 'a', content: bytes('bc') }], [])
	);
});

test('tests and texts beside the ingredients are none', () => {
	expect(
		['Dockerfile', 'supervisor/main.go', 'supervisor/frames_test.go', 'README.md'].filter(
			isIngredient
		)
	).toEqual(['Dockerfile', 'supervisor/main.go']);
});

test('only older builds of the same image are superseded', () => {
	const current = 'cyclelab/cc:0123456789ab';
	expect(
		superseded(
			[
				current,
				'cyclelab/cc:ba9876543210',
				'cyclelab/cc:dev',
				'cyclelab/base:ba9876543210',
				'debian:trixie-slim'
			],
			current
		)
	).toEqual(['cyclelab/cc:ba9876543210']);
});
