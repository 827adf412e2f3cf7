/** OSACA's own words (fixtures/predict), read as an opinion or as the reason why there is none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import {
	loop,
	microarchitectureOf,
	targetOf,
	type LoopName
} from '../../fixtures/predict/loops.ts';
import { architectureFor, osacaCommand, readAtt, readOsaca } from './osaca.ts';

const recorded = (name: LoopName, file: string) =>
	ended({ stdout: readFileSync(join(import.meta.dirname, '../../fixtures/predict', name, file)) });

const of = (name: LoopName) => {
	const known = architectureFor(microarchitectureOf(name), targetOf(name));
	if (!known) throw new Error(`OSACA has no model for ${name}`);
	return { ...known, body: loop(name).instructions };
};
const read = (name: LoopName, output = recorded(name, 'osaca.txt')) => {
	const { body, architecture } = of(name);
	return readOsaca(output, body, architecture, 4);
};
const edited = (name: LoopName, from: string, to: string) => {
	const { stdout } = recorded(name, 'osaca.txt');
	const text = stdout.toString('utf8');
	expect(text).toContain(from);
	return ended({ stdout: Buffer.from(text.replace(from, to)) });
};

test('an opinion is the busiest port or the longest dependency, whichever is longer', () => {
	expect(read('bound')).toEqual({
		tool: 'osaca',
		version: '0.7.1',
		architecture: 'SPR',
		exact: true,
		cyclesPerLoop: 4,
		cyclesPerIteration: 1,
		portPressure: 2,
		loopCarried: 4
	});
	expect(read('bound', edited('bound', 'LCD: 4.0', 'LCD: 0.0'))).toMatchObject({
		cyclesPerLoop: 2,
		cyclesPerIteration: 0.5
	});
});

test('for code of another architecture a model is never exact', () => {
	expect(read('arm')).toEqual({
		tool: 'osaca',
		version: '0.7.1',
		architecture: 'V2',
		exact: false,
		cyclesPerLoop: 2,
		cyclesPerIteration: 0.5,
		portPressure: 0.75,
		loopCarried: 2
	});
});

test('unknown instructions suppress the opinion, each is named once', () => {
	expect(read('free')).toEqual({
		refusal: 'OSACA has no figures for imul, add in its ZEN4 model, so it has none for the loop.'
	});
});

test('they are named, too, where OSACA ends with an error over them', () => {
	const table = recorded('unknown', 'osaca.txt');
	expect(table.stdout.toString('utf8')).not.toContain('Summary:');
	expect(read('unknown', { ...table, exit: { code: 1 } })).toEqual({
		refusal:
			'OSACA has no figures for lock inc, imul in its ZEN4 model, so it has none for the loop.'
	});
});

test('an instruction without a latency is as unknown as one without a throughput', () => {
	const output = edited(
		'bound',
		'Flags: [performs_load, is_load_instruction]',
		'Flags: [lt_unknown]'
	);
	expect(read('bound', output)).toEqual({
		refusal: 'OSACA has no figures for mov in its SPR model, so it has none for the loop.'
	});
});

test('an answer it doubts is not shown', () => {
	const output = edited('bound', 'Warnings: []', 'Warnings: [UnknownInstrWarning]');
	expect(read('bound', output)).toEqual({
		refusal: 'OSACA doubts its own answer (UnknownInstrWarning), so it is not shown.'
	});
});

test('an end without an answer is a sentence', () => {
	const limits = 'OSACA did not come to an end within its limits; it may with a shorter loop.';
	expect(read('bound', ended({ exit: { signal: 'SIGKILL' }, timedOut: true }))).toEqual({
		refusal: limits
	});
	expect(read('bound', ended({ exit: { signal: 'SIGXCPU' } }))).toEqual({ refusal: limits });
	expect(read('bound', ended({ exit: { code: 1 } }))).toEqual({
		refusal: 'OSACA ended without an answer and without an error message.'
	});
	expect(read('bound', ended({}))).toEqual({
		refusal: 'OSACA gave an answer that could not be read.'
	});
	const failed = (stderr: string) =>
		read('bound', ended({ exit: { code: 1 }, stderr: Buffer.from(stderr) }));
	expect(
		failed(
			'Traceback (most recent call last):\n  ...\nPermissionError: [Errno 1] Operation not permitted\n'
		)
	).toEqual({
		refusal: 'OSACA ended with an error: PermissionError: [Errno 1] Operation not permitted.'
	});
	expect(failed(`KeyError: \u001b${'x'.repeat(400)}`)).toEqual({
		refusal: `OSACA ended with an error: KeyError:  ${'x'.repeat(149)}.`
	});
	// The last line of its traceback.
	const stderr = Buffer.from(
		"SyntaxError: \nWith arch SPR and syntax ATT got error: Could not parse instruction on line 3: 'vfmadd231pd %ymm2'.\n"
	);
	expect(read('bound', ended({ exit: { code: 1 }, stderr }))).toEqual({
		refusal: 'OSACA cannot read "vfmadd231pd ymm0, ymm1, ymm2".'
	});
});

test("llvm-mca's AT&T text is what OSACA is given, a line for each instruction", () => {
	const { body, model, architecture } = of('bound');
	const written = readAtt(recorded('bound', 'att.json'), body, model);
	if ('refusal' in written) throw new Error(written.refusal);
	expect(written.lines).toEqual([
		'movl (%rdi,%rcx,4), %eax',
		'imulq %rax, %rbx',
		'vfmadd231pd %ymm2, %ymm1, %ymm0',
		'vfmadd231pd %ymm2, %ymm1, %ymm3',
		'vfmadd231pd %ymm2, %ymm1, %ymm4',
		'addq $1, %rcx',
		'cmpq %r8, %rcx',
		'jne .Lt'
	]);
	const command = osacaCommand(written.lines, architecture, 'x86-64', {} as never);
	expect(command.argv.slice(3)).toEqual(
		'--arch SPR --syntax ATT --lines 1-8 --yaml-out - -'.split(' ')
	);
	expect(readAtt(recorded('bound', 'att.json'), body.slice(1), model)).toEqual({
		refusal: 'The loop could not be written as OSACA reads it.'
	});
});

test('a core without a model of OSACA has none standing in from another vendor', () => {
	expect(architectureFor('neoverse-v1', 'arm64')).toBeUndefined();
	expect(architectureFor('x86-64-v3', 'x86-64')).toBeUndefined();
	expect(architectureFor('znver5', 'x86-64')?.architecture).toEqual({ name: 'ZEN4', exact: false });
	expect(architectureFor('neoverse-v2', 'arm64')?.architecture).toEqual({
		name: 'V2',
		exact: true
	});
});
