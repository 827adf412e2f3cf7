import { pino } from 'pino';
import { expect, it } from 'vitest';
import { errorFacts, logOptions } from './log-options.ts';

const secret = 'int kernel(void) { return 42; }';

it("a database error's quote of a learner's row stays out of the log", () => {
	const lines: string[] = [];
	const log = pino(logOptions, { write: (line) => lines.push(line) });
	const fault = Object.assign(new Error('invalid input syntax for type json'), {
		code: '22P02',
		detail: `Token "${secret}" is invalid.`,
		where: `JSON data, line 1: ${secret}`
	});
	log.error({ err: new Error('the store failed', { cause: fault }) }, 'not written');
	const [line = ''] = lines;
	expect(line).not.toContain(secret);
	const { stack, ...err } = JSON.parse(line).err;
	expect(stack).toMatch(/^at .*log-options\.test\.ts/);
	expect(err).toEqual({
		type: 'Error',
		message: 'the store failed',
		cause: {
			type: 'Error',
			code: '22P02',
			message: 'invalid input syntax for type json',
			stack: expect.stringMatching(/^at /)
		}
	});
});

it('a line has its time and level as people read them', () => {
	const lines: string[] = [];
	pino(logOptions, { write: (line) => lines.push(line) }).warn('hello');
	expect(JSON.parse(lines[0] ?? '')).toEqual({
		level: 'warn',
		time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
		pid: process.pid,
		hostname: expect.any(String),
		msg: 'hello'
	});
});

it('long messages are cut, and what is no error is not quoted', () => {
	expect(errorFacts(new Error('x'.repeat(1000))).message).toHaveLength(300);
	expect(errorFacts(secret)).toEqual({ type: 'string', message: 'not an error' });
});

it('a cause of causes ends', () => {
	const loop = new Error('loop');
	loop.cause = loop;
	const depthOf = (facts: ReturnType<typeof errorFacts>): number =>
		facts.cause ? 1 + depthOf(facts.cause) : 0;
	expect(depthOf(errorFacts(loop))).toBe(4);
});

it('a line has no terminal control characters, and parses to the same value', () => {
	const lines: string[] = [];
	const said = 'a\n{"level":"error"}\r\u001b[2J\u009b2J\u007f\u202ecba\u2028\u0000z';
	pino(logOptions, { write: (line) => lines.push(line) }).info({ said }, said);
	const [line = ''] = lines;
	expect(lines).toHaveLength(1);
	expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
	expect(JSON.parse(line)).toMatchObject({ said, msg: said });
});
