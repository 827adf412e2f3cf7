import { expect, test } from 'vitest';
import { boundIds, reasonOf, type Reason } from './reason.ts';

const aliasing = 'llvm-mca 22, znver5, may alias';
const block = (median: number, [chain, ports, width]: [number, number, number], alias = 1) => ({
	cycles: { median, low: median, high: median },
	answers: {
		[boundIds.chain]: chain,
		[boundIds.ports]: ports,
		[boundIds.width]: width,
		[aliasing]: alias
	}
});

test.each<[Reason, ReturnType<typeof block>]>([
	['chain', block(4.2, [4, 1, 0.5])],
	['ports', block(2, [1, 2, 0.5])],
	['width', block(1.09, [0, 0.5, 1])],
	['below', block(1.7, [0, 2, 1])],
	['stores', block(15, [1, 2, 1], 13)],
	['above', block(15, [1, 2, 1], 3)]
])('%s', (reason, one) => {
	expect(reasonOf(one, aliasing)).toBe(reason);
});

test('without bounds there is no reason', () => {
	const cycles = { median: 1, low: 1, high: 1 };
	expect(reasonOf({ cycles, answers: { [boundIds.chain]: { refused: 'No.' } } }, aliasing)).toBe(
		undefined
	);
});
