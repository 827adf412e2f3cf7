import { expect, test } from 'vitest';
import { cpuList, readCpuList } from './cpu-list.ts';

test('a list is read in the order written, each number once', () => {
	expect(readCpuList('3,0-2,2\n')).toEqual([3, 0, 1, 2]);
	expect(readCpuList('')).toEqual([]);
});

test('numbers are written as the shortest list', () => {
	expect(cpuList([8, 0, 1, 2, 4])).toBe('0-2,4,8');
	expect(cpuList([])).toBe('');
});
