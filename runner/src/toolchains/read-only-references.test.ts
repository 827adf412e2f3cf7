import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '../../fixtures/dotnet/recorded.ts';
import { namesReadOnlySpan, withReadOnlyReferences } from './read-only-references.ts';

/** A kernel that indexes and walks two kinds of spans, compiled with `markFile` by mcs 6.12. */
const assembly = readFileSync(at('read-only-span.dll'));

test('references of members that return a read-only reference get the mark', () => {
	const made = withReadOnlyReferences(assembly);
	const before = assembly.toString('hex');
	const after = made?.toString('hex');
	// Each behind its length: of an instance, the number of parameters, the mark, a reference, to the type's T, and an int.
	for (const signature of [/0820011f..10130008/, /0720001f..101300/]) {
		expect(before).not.toMatch(signature);
		expect(after).toMatch(signature);
	}
	expect(made).toHaveLength(assembly.length);
});

test('an assembly without such references, or that is none, is left', () => {
	expect(namesReadOnlySpan(assembly)).toBe(true);
	expect(namesReadOnlySpan(Buffer.from('Kernel\0Run\0'))).toBe(false);
	expect(withReadOnlyReferences(undefined)).toBeUndefined();
	expect(withReadOnlyReferences(Buffer.alloc(64))).toBeUndefined();
	expect(withReadOnlyReferences(assembly.subarray(0, 700))).toBeUndefined();
});
