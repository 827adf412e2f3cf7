import { expect, test } from 'vitest';
import { areThere, factsIn, startersOf } from './started-by.mjs';

const script = 'node start.mjs start';
const stat = (pid, name, state, parent, began) =>
	`${pid} (${name}) ${state} ${parent} 19501 19501 0 -1 4194304 ${'7 '.repeat(12)}${began} 0 0`;
const processes = {
	50: { parent: 1, began: '100', commandLine: '-bash' },
	60: { parent: 50, began: '200', commandLine: 'npm start --host 0.0.0.0' },
	70: { parent: 60, began: '210', commandLine: `sh -c ${script} --host 0.0.0.0` },
	80: { parent: 50, began: '300', commandLine: 'node tests/run.ts' }
};
const factsOf = (all) => (pid) => (all[pid] ? { pid, ...all[pid] } : undefined);
const pidsOf = (starters) => starters.map(({ pid }) => pid);

test('a process is read with brackets and spaces in its name, and a zombie counts as ended', () => {
	expect(factsIn(stat(70, 'sh (a) b', 'S', 60, '210'), `sh\0-c\0${script}\0`)).toEqual({
		pid: 70,
		parent: 60,
		began: '210',
		commandLine: `sh -c ${script}`
	});
	expect(factsIn(stat(70, 'sh', 'Z', 60, '210'), '')).toBeUndefined();
});

test('npm and its shell count, and nothing above them', () => {
	const found = factsOf(processes);
	expect(pidsOf(startersOf(script, 70, found))).toEqual([70, 60]);
	// a shell that replaced itself by the script
	expect(pidsOf(startersOf(script, 60, found))).toEqual([60]);
	// started by hand, and by a test of `npm test`
	expect(startersOf(undefined, 50, found)).toEqual([]);
	expect(startersOf('node start.mjs test', 80, found)).toEqual([]);
	expect(startersOf(script, 99, found)).toEqual([]);
});

test('the end of either is noticed, also when another process has got its number', () => {
	const starters = startersOf(script, 70, factsOf(processes));
	const all = (changes) => factsOf({ ...processes, ...changes });
	expect([
		areThere(starters, 70, all({})),
		areThere(starters, 70, all({ 50: undefined })),
		areThere(starters, 1, all({ 70: undefined })),
		areThere(starters, 70, all({ 60: undefined, 70: { ...processes[70], parent: 1 } })),
		areThere(starters, 70, all({ 60: { ...processes[60], began: '999' } })),
		areThere([], 1, all({}))
	]).toEqual([true, true, false, false, false, true]);
});
