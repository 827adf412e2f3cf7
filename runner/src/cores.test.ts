import { expect, test } from 'vitest';
import { divideCores, sharedCoreIn } from './cores.ts';

const of = (cores: number, threads: string[] = []) => ({ cores, threads });

test('the last core measures, and tools have it too while nothing is measured', () => {
	expect(divideCores({}, of(4))).toEqual({ measure: '3', tools: '0-2', idle: '0-3' });
	expect(divideCores({}, of(4, ['0', '1', '2', '3']))).toEqual(divideCores({}, of(4)));
	expect(divideCores({}, of(1))).toEqual({ measure: '0', tools: '0' });
});

test('tools stay off the hyperthread of the measuring core, however threads are numbered', () => {
	const halves = of(8, ['0,4', '1,5', '2,6', '3,7', '0,4', '1,5', '2,6', '3,7']);
	expect(divideCores({}, halves)).toEqual({ measure: '7', tools: '0-2,4-6', idle: '0-7' });
	const neighbours = of(4, ['0-1', '2-3']);
	expect(divideCores({}, neighbours)).toEqual({ measure: '3', tools: '0-1', idle: '0-3' });
	expect(sharedCoreIn(divideCores({}, neighbours), neighbours)).toBeUndefined();
});

test('of a hybrid processor a performance core measures, and the efficiency cores are for tools', () => {
	const threads = ['0-1', '0-1', '2-3', '2-3', '4', '5'];
	const hybrid = { ...of(6, threads), performanceCores: '0-3\n' };
	expect(divideCores({}, hybrid)).toEqual({ measure: '3', tools: '0-1,4-5', idle: '0-5' });
	// A container that has only the first processors may have no performance core left.
	expect(divideCores({}, { ...of(2), performanceCores: '8-15' })).toEqual(divideCores({}, of(2)));
});

test('with one physical core tools run beside what is measured, and the operator gets a finding', () => {
	const one = of(2, ['0-1', '0-1']);
	const cores = divideCores({}, one);
	expect(cores).toEqual({ measure: '1', tools: '0', idle: '0-1' });
	expect(sharedCoreIn(cores, one)).toBe(
		'Processors 1 (measuring) and 0 (tools) are hyperthreads of one physical core: compilers slow what is measured meanwhile, and such samples are set aside. Give the runner another core, or name its cores with MEASURE_CPUS and TOOLS_CPUS.'
	);
});

test('named cores are taken as they are, and the others follow them', () => {
	const named = { MEASURE_CPUS: '0', TOOLS_CPUS: '2-3' };
	expect(divideCores(named, of(4))).toEqual({ measure: '0', tools: '2-3' });
	expect(divideCores({ MEASURE_CPUS: '0' }, of(4))).toEqual({ measure: '0', tools: '1-3' });
	expect(divideCores({ MEASURE_CPUS: '0-3' }, of(4))).toEqual({ measure: '0-3', tools: '0-3' });
});

test('an emulated runner stays off the core on which another runner measures', () => {
	expect(divideCores({}, { ...of(4), emulated: true })).toEqual({ measure: '0', tools: '0-2' });
	expect(divideCores({}, { ...of(2), emulated: true })).toEqual({ measure: '0', tools: '0' });
	const named = { TOOLS_CPUS: '2-3' };
	expect(divideCores(named, { ...of(4), emulated: true })).toEqual({ measure: '2', tools: '2-3' });
});
