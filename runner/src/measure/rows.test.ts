import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recorded } from '../../fixtures/measure/recorded.ts';
import { finishRows, nothingRead, readRows } from './rows.ts';

const where = { stage: 'measure', variant: 'word' } as const;
const first =
	'{"t":"hello","v":1,"language":"c","clock":"tsc","mode":"time","overhead":52,"chainCycles":30000,"tsc":100,"ns":50,"setupNs":7}';
const call = '{"t":"call","n":64,"result":"9f3c"}';
/** As every process begins: with the result of one call. */
const hello = `${first}\n${call}`;
const sample = '{"t":"s","n":64,"t1":10,"t2":20,"c0":5,"c1":5,"nivcsw":0,"minflt":0}';
const end = '{"t":"end","samples":1,"tsc":200,"ns":90,"nivcsw":0}';
const code = '{"t":"code","method":"Kernel::Run(uint64)","at":"7f10","bytes":"90c3"}';

const read = (text: string) => finishRows(readRows(nothingRead, Buffer.from(text)), where);
const implausible = (reason: string) => ({
	ok: false,
	failure: { ...where, kind: 'implausible', bound: 'rows', reason }
});

describe('rows of a process', () => {
	it('are read the same however they are cut', () => {
		const [process] = recorded('imul');
		if (!process) throw new Error('no recording');
		const bytes = Buffer.from(process.text);
		fc.assert(
			fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
				const ends = [...cuts.sort((a, b) => a - b), bytes.length];
				const reading = ends.reduce(
					(state, end, i) => readRows(state, bytes.subarray(ends[i - 1] ?? 0, end)),
					nothingRead
				);
				expect(finishRows(reading, where)).toEqual({ ok: true, rows: process.rows });
			})
		);
	});

	it('have the result of each call that was counted', () => {
		const ended = end.replace('"samples":1', '"samples":0');
		const later = '{"t":"call","n":32,"result":"7"}';
		const answer = read(`${hello.replace('time', 'count')}\n${later}\n${ended}\n`);
		expect(answer.ok && [answer.rows.first, ...answer.rows.later]).toEqual([
			{ t: 'call', n: 64, result: '9f3c' },
			{ t: 'call', n: 32, result: '7' }
		]);
	});

	it('never throw, whatever the program writes', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
				expect(finishRows(readRows(nothingRead, bytes), where).ok).toBe(false);
			})
		);
	});

	it('may carry clocks beyond 2^53', () => {
		const old = hello.replace('"tsc":100', '"tsc":90071992547409930');
		const later = end.replace('"tsc":200', '"tsc":90071992547509930');
		expect(read(`${old}\n${sample}\n${later}\n`).ok).toBe(true);
	});

	it('of a runtime come after the samples, with addresses as numbers', () => {
		const image = '{"t":"image","at":"7f56dcd4e000","kernel":"7f56dcd4f010"}';
		const il = '{"t":"il","at":"7f10","token":100663297,"pairs":[[0,-2],[5,0]]}';
		const jit = '{"t":"jit","method":"Kernel.Helper"}';
		const rows = [hello.replace('"c"', '"cs"'), sample, code, il, image, jit, end];
		const answer = read(`${rows.join('\n')}\n`);
		expect(answer.ok && answer.rows.runtime).toEqual([
			{ t: 'code', method: 'Kernel::Run(uint64)', at: 0x7f10, bytes: '90c3' },
			{
				t: 'il',
				at: 0x7f10,
				token: 0x6000001,
				pairs: [
					[0, -2],
					[5, 0]
				]
			},
			{ t: 'image', at: 0x7f56dcd4e000, kernel: 0x7f56dcd4f010 },
			{ t: 'jit', method: 'Kernel.Helper' }
		]);
	});

	it('of an exercise with meters carry what each counted during both calls', () => {
		const metered = hello.replace('"setupNs":7', '"setupNs":7,"meters":["bytes","cpu-time"]');
		const counted = sample.replace('}', ',"m1":[3,0],"m2":[6,9007199254740991]}');
		const answer = read(`${metered}\n${counted}\n${end}\n`);
		expect(answer.ok && [answer.rows.hello.meters, answer.rows.samples]).toEqual([
			['bytes', 'cpu-time'],
			[
				{
					t: 's',
					n: 64,
					t1: 10,
					t2: 20,
					c0: 5,
					c1: 5,
					nivcsw: 0,
					minflt: 0,
					m1: [3, 0],
					m2: [6, 9007199254740991]
				}
			]
		]);
	});

	const withMeters = (meters: string, row: string) =>
		`${hello.replace('"setupNs":7', `"setupNs":7,"meters":${meters}`)}\n${sample.replace('}', `,${row}}`)}\n`;

	it.each([
		['a meter nobody announced', `${hello}\n${sample.replace('}', ',"m1":[1],"m2":[1]}')}\n`],
		['a sample without its meters', withMeters('["a"]', '"lost":1')],
		['fewer meters in one call', withMeters('["a","b"]', '"m1":[1,2],"m2":[1]')]
	])('with %s are implausible', (_, text) => {
		expect(read(text)).toEqual(
			implausible(
				"The program disturbed the measurement's own rows: a sample has other meters than its first row."
			)
		);
	});

	it.each(['18446744073709551613', '9007199254740993.5e1', '1.5'])(
		'with a meter that counted %s are implausible',
		(amount) => {
			expect(read(withMeters('["a"]', `"m1":[1],"m2":[${amount}]`))).toEqual(
				implausible(
					"The program disturbed the measurement's own rows: a meter counted less than nothing, or more than 2^53."
				)
			);
		}
	);

	it.each([
		['["a"]', '"m1":[-1],"m2":[1]'],
		['["a"]', '"m1":["1"],"m2":[1]'],
		['["A b"]', '"m1":[1],"m2":[1]'],
		['["a","b","c","d","e"]', '"m1":[1,1,1,1,1],"m2":[1,1,1,1,1]']
	])('with meters %s and %s do not follow the format', (ids, row) => {
		expect(read(withMeters(ids, row))).toEqual(
			implausible(
				"The program disturbed the measurement's own rows: a row does not follow the format."
			)
		);
	});

	it.each([
		['garbage', `${hello}\nhello\n`, 'a row does not follow the format'],
		[
			'an unknown field',
			`${hello.replace('"v":1', '"v":1,"x":2')}\n`,
			'a row does not follow the format'
		],
		[
			'a fraction of a tick',
			`${hello}\n${sample.replace('"t1":10', '"t1":1.5')}\n`,
			'a row does not follow the format'
		],
		['no first row', `${sample}\n`, 'the first row is missing'],
		['two first rows', `${hello}\n${hello}\n`, 'the first row came twice'],
		['rows after the end', `${hello}\n${sample}\n${end}\n${sample}\n`, 'rows follow the last row'],
		['a wrong number of samples', `${hello}\n${end}\n`, 'the number of samples does not fit'],
		[
			'a clock that ran backwards',
			`${hello}\n${sample}\n${end.replace('"ns":90', '"ns":40')}\n`,
			'its clock ran backwards'
		],
		['an endless row', 'x'.repeat(600), 'a row is too long'],
		[
			'samples of a counting run',
			`${hello.replace('time', 'count')}\n${sample}\n`,
			'a counting run sent samples'
		],
		[
			'code of a language without a runtime',
			`${hello}\n${code}\n`,
			'rows of a runtime where there is none'
		],
		[
			'samples after code',
			`${hello.replace('"c"', '"cs"')}\n${code}\n${sample}\n`,
			'samples follow the rows of its runtime'
		],
		[
			'code of half a byte',
			`${hello.replace('"c"', '"cs"')}\n${code.replace('c3"', 'c"')}\n`,
			'a row does not follow the format'
		],
		[
			'code whose name would be two lines',
			`${hello.replace('"c"', '"cs"')}\n${code.replace('Kernel', 'Ker\\nnel')}\n`,
			'a row does not follow the format'
		],
		[
			'code beyond user space',
			`${hello.replace('"c"', '"cs"')}\n${code.replace('7f10', '7f100000000000')}\n`,
			'a row does not follow the format'
		],
		[
			'too many rows of a runtime',
			`${hello.replace('"c"', '"cs"')}\n${`${code}\n`.repeat(2001)}`,
			'there are too many rows of its runtime'
		],
		[
			'a longer call that is shorter',
			`${hello}\n${sample.replace('}', ',"n2":1}')}\n`,
			'the longer call of a sample is not longer'
		],
		['no first call', `${first}\n${sample}\n`, 'the result of the first call is missing'],
		['two first calls', `${hello}\n${call}\n`, 'there are too many results of calls'],
		[
			'the results of four counted calls',
			`${hello.replace('time', 'count')}\n${`${call}\n`.repeat(3)}`,
			'there are too many results of calls'
		],
		[
			'a call after a sample',
			`${hello}\n${sample}\n${call}\n`,
			'results of calls follow other rows'
		],
		['too many samples', `${hello}\n${`${sample}\n`.repeat(2001)}`, 'there are too many samples']
	])('with %s are implausible', (_, text, fault) => {
		expect(read(text)).toEqual(
			implausible(`The program disturbed the measurement's own rows: ${fault}.`)
		);
	});

	it('with a piece of a row after the last one are implausible', () => {
		expect(read(`${hello}\n${sample}\n${end}\n{"t"`)).toEqual(
			implausible("The program wrote to the measurement's own channel.")
		);
	});

	it('without a last row mean that the program ended early', () => {
		expect(read(`${hello}\n${sample}\n`)).toEqual({
			ok: false,
			failure: { ...where, kind: 'crash', exitCode: 0, text: '' }
		});
	});
});
