import { describe, expect, it } from 'vitest';
import { forwarding, report } from '@cyclelab/contract/fixtures/examples';
import type { Facts } from '@cyclelab/exercises/schema';
import { judgeInspection } from './claims.ts';

describe('a claim about machine code', () => {
	const loop = ['xchg qword ptr [rax], rcx', 'dec rdx', 'jne 0x401000'];
	const code = (change: object, target: 'x86-64' | 'arm64' = 'x86-64') => {
		const facts: Facts = {
			...forwarding,
			claims: [],
			codeClaims: [
				{
					id: 'locked',
					statement: 'A store is an exchange.',
					of: { variant: 'bytes', parameters: {} },
					code: { times: 1, where: 'loop', ...change },
					target: 'x86-64'
				}
			]
		};
		const instructions = loop.map((text, i) => ({ address: `0x40100${4 * i}`, text }));
		const seen = report({ bytes: [] }, { target });
		const [bytes] = seen.variants;
		if (!bytes) throw new Error('no variant');
		const hotLoop = {
			symbol: 'kernel',
			instructions,
			share: 1,
			pathCoverage: 1,
			sourceIterations: 1,
			badges: []
		};
		return judgeInspection(facts, { ...seen, variants: [{ ...bytes, hotLoop }] });
	};
	const says = (change: object) => {
		const [result] = code(change);
		return [result?.verdict, result?.sentence];
	};

	it('names the instruction that shows it', () => {
		expect(code({ has: '^xchg' })).toEqual([
			{
				id: 'locked',
				statement: 'A store is an exchange.',
				measure: 'code',
				expected: {},
				verdict: 'reproduced',
				sentence: 'Found in the loop of “Four bytes”: xchg qword ptr [rax], rcx at 0x401000.'
			}
		]);
		expect(says({ has: '^mfence' })).toEqual([
			'not-here',
			'Not found in the loop of “Four bytes”.'
		]);
	});

	it('has the number found where there should be several', () => {
		expect(says({ has: '0x|r.x', times: 3 })).toEqual([
			'reproduced',
			'Found 3 times in the loop of “Four bytes”, first xchg qword ptr [rax], rcx at 0x401000; at least 3 are asked for.'
		]);
		expect(says({ has: '^dec', times: 2 })).toEqual([
			'not-here',
			'Found only 1 times in the loop of “Four bytes”, first dec rdx at 0x401004; at least 2 are asked for.'
		]);
	});

	it('can be that something is absent', () => {
		expect(says({ lacks: '^lock' })).toEqual([
			'reproduced',
			'As it should be, none of the 3 instructions in the loop of “Four bytes” is one.'
		]);
		expect(says({ has: '^dec', lacks: '^xchg' })).toEqual([
			'not-here',
			'Found in the loop of “Four bytes”: dec rdx at 0x401004. It should be absent, but is found in the loop of “Four bytes”: xchg qword ptr [rax], rcx at 0x401000.'
		]);
	});

	it('needs a loop, or code at all', () => {
		expect(says({ has: '^xchg', where: 'all' })).toEqual([
			'not-measured',
			'Of “Four bytes” there is no code.'
		]);
	});

	it('is not judged for another processor', () => {
		expect(code({ has: '^xchg' }, 'arm64')).toEqual([]);
	});
});
