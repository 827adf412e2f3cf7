import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Language } from '@cyclelab/exercises/schema';
import { harnessNames, knownAt, wordsAround } from './harness-names.ts';

const harness: Record<Language, readonly string[]> = {
	c: ['base/harness/cyclelab.h'],
	cpp: ['base/harness/cyclelab.h'],
	rs: ['rust/cyclelab.rs'],
	go: ['go/cyclelab/cyclelab.go', 'go/cyclelab/meters.go'],
	cs: ['dotnet/harness/Cyclelab.cs'],
	cr: ['crystal/cyclelab.cr']
};

test.each(Object.entries(harness))('in %s the harness has each signature', (language, files) => {
	const text = files
		.map((file) => readFileSync(join(import.meta.dirname, '../../../../images', file), 'utf8'))
		.join('\n');
	for (const { signature, insert } of harnessNames(language as Language)) {
		// The file's own in Go, where the harness takes it by any name.
		if (language === 'go' && insert === 'kernel') continue;
		expect(text).toContain(signature.replace('def ', 'def self.'));
	}
});

test('a word is the harness’s where the package stands before it', () => {
	expect(knownAt('Parameter', 'x := cyclelab.', 'go')?.signature).toMatch(/^func Parameter/);
	expect(knownAt('Parameter', 'x := other.', 'go')).toBeUndefined();
	expect(knownAt('cyclelab_stay', '\t', 'cpp')?.says).toMatch(/core/);
	expect(knownAt('kernel', 'uint64_t ', 'c')?.insert).toBe('kernel');
});

test('words of the file are offered by their distance, without the typed one', () => {
	const text = 'far = 1; farther = 2;\nnearby + near\nlater';
	expect(wordsAround(text, text.indexOf('near\n') + 4)).toEqual(['later', 'nearby', 'farther']);
});
