import { expect, test } from 'vitest';
import { ownSweep } from './own-sweep.ts';

test.each([
	'uint64_t n = cyclelab_parameter("working-set", 4096); // values: 1024, 4_096 65536 bytes',
	'uint64_t n = cyclelab_parameter("working-set", 4096); /* Values: 65536, 1024, 4096, 1024 bytes */',
	'    let n = parameter("working-set", 4096); // values: 1024 4096 65536 bytes',
	'n = Cyclelab.parameter("working-set", 4096) # values: 1024, 4096, 65536 bytes'
])('%s', (line) => {
	expect(ownSweep(['int a;\n', `uint64_t kernel() {\n\t${line}\n}\n`])).toEqual({
		name: 'working-set',
		label: 'Working set',
		unit: 'bytes',
		scale: 'log',
		values: [1024, 4096, 65536],
		changesWork: true
	});
});

test('values that are close together are on a linear scale; at most sixteen are measured', () => {
	const list = Array.from({ length: 20 }, (_, i) => i + 8).join(', ');
	expect(ownSweep([`parameter("n", 1) // values: ${list}`])).toMatchObject({
		unit: 'count',
		scale: 'linear',
		values: Array.from({ length: 16 }, (_, i) => i + 8)
	});
});

test('a parameter without values, or with a single one, is no sweep', () => {
	expect(ownSweep(['cyclelab_parameter("size", 4096);'])).toBeUndefined();
	expect(ownSweep(['cyclelab_parameter("size", 4096); // values: 8'])).toBeUndefined();
	expect(ownSweep(['cyclelab_parameter("size", 4096);\n// values: 8, 16'])).toBeUndefined();
});
