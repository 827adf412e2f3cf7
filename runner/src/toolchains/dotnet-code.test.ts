import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, listingIn, rowsIn } from '../../fixtures/dotnet/recorded.ts';
import { lastUpTo, linesOf, methodsOf } from './dotnet-code.ts';
import { readMdb } from './dotnet-mdb.ts';

const recorded = (file: string) => readFileSync(at(file));

const shown = rowsIn(recorded('chase.shown.jsonl')).runtime ?? [];
const methods = methodsOf(shown);

describe('methods', () => {
	it('are whole, though long ones come in several rows', () => {
		const parts = shown.flatMap((row): typeof shown => {
			if (row.t !== 'code') return [row];
			// 32 bytes of two digits each.
			const middle = 64;
			return [
				{ ...row, bytes: row.bytes.slice(0, middle) },
				{ ...row, at: row.at + middle / 2, bytes: row.bytes.slice(middle) }
			];
		});
		const hex = ({ name, at, bytes }: (typeof methods)[number]) => [
			name,
			at,
			bytes.toString('hex')
		];
		expect(methodsOf(parts).map(hex)).toEqual(methods.map(hex));
		expect(methods.map(({ name, at, bytes }) => ({ name, at, length: bytes.length }))).toEqual([
			{ name: 'Kernel::Setup(uint64)', at: 0x7f735d744320, length: 128 },
			{ name: 'Kernel::Run(uint64)', at: 0x7f735d7444e0, length: 83 }
		]);
	});

	it('of the same name at other places stay apart', () => {
		const row = { t: 'code', method: 'Kernel::Run(uint64)', bytes: '90c3' } as const;
		const twice = [
			{ ...row, at: 16 },
			{ ...row, at: 64 }
		];
		expect(methodsOf(twice).map(({ at }) => at)).toEqual([16, 64]);
	});
});

describe('lines', () => {
	const kernel = listingIn(recorded('chase.objdump.txt')).find(
		({ address }) => address === 0x7f735d7444e0
	);
	const addresses = kernel?.instructions.map(({ address }) => address) ?? [];

	it('come from the IL of each stretch of code; prologue, epilogue and the calls that throw have none', () => {
		const lines = linesOf(shown, readMdb(recorded('chase.mdb')), methods, addresses);
		const inOrder = kernel?.instructions.map(
			({ address, text }) => `${lines.get(address) ?? '-'} ${text.split(' ')[0]}`
		);
		expect(inOrder).toEqual([
			'- push',
			'- mov',
			'12 movabs',
			'12 mov',
			'13 movabs',
			'13 mov',
			'14 xor',
			'14 test',
			'14 jbe',
			'- mov',
			'15 cmp',
			'15 jae',
			'15 mov',
			'15 mov',
			'14 add',
			'14 jb',
			'14 cmp',
			'14 jb',
			'16 mov',
			'17 test',
			'17 jl',
			'17 mov',
			'- pop',
			'- ret',
			'- call',
			'- call'
		]);
	});

	it('are unknown without the table of the compiler', () => {
		expect(linesOf(shown, new Map(), methods, addresses)).toEqual(new Map());
	});
});

it('the last that begins up to a place is found among any number, as by looking at each', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(50)), fc.integer({ min: -5, max: 60 }), (numbers, place) => {
			const all = numbers.toSorted((a, b) => a - b).map((from, index) => ({ from, index }));
			expect(lastUpTo(all, place, ({ from }) => from)).toBe(
				all.findLast(({ from }) => from <= place)
			);
		})
	);
});
