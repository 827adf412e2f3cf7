import { expect, test } from 'vitest';
import { loadOf } from './load.ts';

const subPool = (kind: 'tools' | 'measure', warm: number, taken: number) => ({
	image: 'cc' as const,
	kind,
	warm,
	taken,
	size: 0,
	starting: 0,
	waiting: 0,
	spent: 0
});

test('the load names who has the measuring core', () => {
	const free = [subPool('tools', 3, 0), subPool('tools', 1, 1), subPool('measure', 2, 0)];
	const tools = { warm: 4, taken: 1 };
	expect(loadOf(free, 1)).toEqual({
		core: 'free',
		sandboxes: { tools, measure: { warm: 2, taken: 0 } }
	});
	const taken = [...free, subPool('measure', 0, 1)];
	const measure = { warm: 2, taken: 1 };
	expect(loadOf(taken, 1)).toEqual({ core: 'run', sandboxes: { tools, measure } });
	expect(loadOf(taken, 0)).toEqual({ core: 'itself', sandboxes: { tools, measure } });
});
