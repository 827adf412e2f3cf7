import { expect, test } from 'vitest';
import { runnerOf } from '../../../fixtures/examples.ts';
import { imageDifferences, shortDigest } from './images.ts';

const digests = { a: `sha256:${'a'.repeat(64)}`, b: `sha256:${'b'.repeat(64)}` };

/** A runner with one image, which two of its toolchains share. */
function runner(id: string, image: string, digest?: string, arch: 'x86-64' | 'arm64' = 'x86-64') {
	const one = { language: 'c' as const, targets: [arch], version: '1', image, digest };
	return runnerOf({
		id,
		arch,
		toolchains: [
			{ ...one, compiler: 'clang-19' },
			{ ...one, compiler: 'gcc-14' }
		]
	});
}

test('runners with the same files of the same tag do not differ', () => {
	const image = 'cyclelab/cc:000000000001';
	expect(
		imageDifferences([runner('one', image, digests.a), runner('two', image, digests.a)])
	).toEqual([]);
	expect(imageDifferences([])).toEqual([]);
});

test('images of one tag that were built separately differ in their digests', () => {
	const image = 'cyclelab/cc:000000000001';
	const runners = [
		runner('three', image, digests.b),
		runner('two', image, digests.a),
		runner('one', image, digests.a)
	];
	expect(imageDifferences(runners)).toEqual([
		{
			arch: 'x86-64',
			name: 'cyclelab/cc',
			holders: [
				{ image, digest: digests.a, runners: ['one', 'two'] },
				{ image, digest: digests.b, runners: ['three'] }
			]
		}
	]);
});

test('images of two versions, and of a runner that reports no digest, are listed separately', () => {
	const [old, now] = ['cyclelab/cc:000000000001', 'cyclelab/cc:000000000002'];
	const found = imageDifferences([
		runner('one', old),
		runner('two', old, digests.a),
		runner('three', now, digests.b)
	]);
	expect(found.map(({ holders }) => holders)).toEqual([
		[
			{ image: old, digest: undefined, runners: ['one'] },
			{ image: old, digest: digests.a, runners: ['two'] },
			{ image: now, digest: digests.b, runners: ['three'] }
		]
	]);
});

test('images of two architectures are not compared', () => {
	expect(
		imageDifferences([
			runner('one', 'cyclelab/cc:000000000001', digests.a),
			runner('two', 'cyclelab/cc:000000000001', digests.b, 'arm64')
		])
	).toEqual([]);
});

test('a digest is shown by its first twelve digits', () => {
	expect(shortDigest(digests.a)).toBe('sha256:aaaaaaaaaaaa');
});
