import { expect, test } from 'vitest';
import {
	debianFor,
	existingOn,
	imageNames,
	inBuildingOrder,
	isIngredient,
	superseded,
	tagOf
} from './recipes.ts';

const cc = { name: 'cc', platform: 'x86-64' } as const;
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
	expect(tagOf(cc, files, [])).toMatch(/^cyclelab\/cc:[0-9a-f]{12}$/);
});

test('an image of another platform has its own repository', () => {
	const tag = tagOf({ name: 'cc', platform: 'arm64' }, files, []);
	expect(tag).toMatch(/^cyclelab\/cc-arm64:[0-9a-f]{12}$/);
});

test("the machine's own Debian has its usual name, another platform's Debian the name of its architecture", () => {
	expect([
		debianFor('x86-64', 'x86-64'),
		debianFor('arm64', 'arm64'),
		debianFor('arm64', 'x86-64'),
		debianFor('x86-64', 'arm64')
	]).toEqual([
		'debian:trixie-slim',
		'debian:trixie-slim',
		'arm64v8/debian:trixie-slim',
		'amd64/debian:trixie-slim'
	]);
});

test('there is an image of every toolchain for x86-64, and of all but Crystal for arm64', () => {
	expect(existingOn('x86-64', imageNames)).toEqual(imageNames);
	expect(existingOn('arm64', imageNames)).toEqual([
		'tools',
		'base',
		'cc',
		'rust',
		'go',
		'dotnet',
		'osaca'
	]);
});

test('a tag does not depend on the order in which files are read', () => {
	expect(tagOf(cc, [...files].reverse(), ['a', 'b'])).toBe(tagOf(cc, files, ['b', 'a']));
});

test('a changed byte, name or image below changes the tag', () => {
	const [first, second] = files;
	if (!first || !second) throw new Error('two files');
	const tags = [
		tagOf(cc, files, ['cyclelab/tools:1']),
		tagOf(cc, files, ['cyclelab/tools:2']),
		tagOf(cc, [first, { ...second, content: bytes('int b;') }], ['cyclelab/tools:1']),
		tagOf(cc, [first, { ...second, path: 'lib/b.c' }], ['cyclelab/tools:1'])
	];
	expect(new Set(tags).size).toBe(tags.length);
});

test('bytes cannot move from a name into a content unseen', () => {
	expect(tagOf(cc, [{ path: 'ab', content: bytes('c') }], [])).not.toBe(
		tagOf(cc, [{ path: 'a', content: bytes('bc') }], [])
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
				'cyclelab/cc-arm64:ba9876543210',
				'debian:trixie-slim'
			],
			current
		)
	).toEqual(['cyclelab/cc:ba9876543210']);
	const ofArm64 = ['cyclelab/cc-arm64:0123456789ab', 'cyclelab/cc-arm64:ba9876543210'] as const;
	expect(superseded([current, ...ofArm64], ofArm64[0])).toEqual([ofArm64[1]]);
});
