import { expect, it } from 'vitest';
import { forwarding } from '../../fixtures/examples.ts';
import { documentedAt } from './documented.ts';

it('a figure of the document has cycles only where the clock of its machine is known', () => {
	expect(documentedAt(forwarding, { variant: 'bytes', parameters: {} })).toEqual([
		{ machine: 'Old machine', nsPerIteration: 7.5, cyclesPerIteration: 15, quoted: '7.5 ns' },
		{ machine: 'Other machine', nsPerIteration: 6, quoted: '6 ns' }
	]);
});

it('a place the document does not mention has none', () => {
	expect(documentedAt(forwarding, { variant: 'word', parameters: {} })).toEqual([]);
	expect(documentedAt(forwarding, { variant: 'bytes', parameters: { size: 1 } })).toEqual([]);
});
