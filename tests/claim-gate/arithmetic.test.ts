import { expect, test } from 'vitest';
import type { Claim, Facts } from '../../exercises/src/schema.ts';
import { forwarding } from '@cyclelab/contract/fixtures/examples';
import { arithmeticIn } from './arithmetic.ts';

const place = (variant: string, parameters: Record<string, number> = {}) => ({
	variant,
	parameters
});
const claim = (id: string, of: string, to: string, changes: Partial<Claim>): Claim => ({
	id,
	statement: `${id}.`,
	measure: 'time',
	smallestEffect: 0.02,
	of: place(of),
	to: place(to),
	seenOn: [],
	absentOn: [],
	...changes
});
const withClaims = (claims: Claim[], changes: Partial<Facts> = {}): Facts => ({
	...forwarding,
	...changes,
	claims
});
const about = (claims: Claim[]) =>
	claims.map((claim) => arithmeticIn(withClaims(claims), claim).length);

test('a place beside itself has the ratio 1', () => {
	const claims = [claim('self', 'a', 'a', { atMost: 1.1 })];
	expect(arithmeticIn(withClaims(claims), claims[0] as Claim)).toEqual([
		'it compares a place with itself, whose ratio is 1 on every machine'
	]);
});

test('a claim that follows from two other claims is no separate claim', () => {
	const twice = claim('twice', 'a', 'b', { atLeast: 2 });
	const third = claim('third', 'c', 'b', { atMost: 1 / 3 });
	const [six, seven] = [6, 7].map((atLeast) => claim(`of-${atLeast}`, 'a', 'c', { atLeast }));
	if (!six || !seven) throw new Error('two claims');
	expect(arithmeticIn(withClaims([twice, third, six]), six)).toEqual([
		'it follows from third and twice: leave it out, or claim what these do not give'
	]);
	expect(about([twice, third, seven])).toEqual([0, 0, 0]);
});

test('both bounds must follow', () => {
	const first = claim('first', 'a', 'b', { atLeast: 0.9, atMost: 1.1 });
	const second = claim('second', 'b', 'c', { atLeast: 0.9, atMost: 1.1 });
	const third = (atLeast: number) => claim('third', 'a', 'c', { atLeast, atMost: 1.3 });
	expect(about([first, second, third(0.8)])).toEqual([0, 0, 1]);
	expect(about([first, second, third(0.85)])).toEqual([0, 0, 0]);
});

test('a weaker claim about the same places is kept, and so is one by another measure', () => {
	const strong = claim('strong', 'a', 'b', { atLeast: 12 });
	const weak = claim('weak', 'a', 'b', { atLeast: 2 });
	expect(about([strong, weak])).toEqual([0, 0]);
	const [one, other] = [
		claim('one', 'a', 'b', { atLeast: 2 }),
		claim('other', 'b', 'c', { atLeast: 2 })
	];
	const bytes = claim('bytes', 'a', 'c', { atLeast: 3, measure: 'allocated' });
	expect(about([one, other, bytes])).toEqual([0, 0, 0]);
});

test('values of a sweep that changes the work name what a wrong sum gives', () => {
	const sweep: Facts['sweep'] = {
		name: 'cores',
		label: 'Cores',
		unit: 'count',
		scale: 'log',
		values: [4, 6],
		changesWork: true
	};
	const more = (changes: Partial<Claim>) => {
		const one = {
			...claim('more', 'a', 'a', { atLeast: 2.7, ...changes }),
			of: place('a', { cores: 6 }),
			to: place('a', { cores: 4 })
		};
		return arithmeticIn(withClaims([one], { sweep }), one);
	};
	expect(more({})).toEqual([
		'its places execute different amounts of the same code, so their ratio is a sum: add ifWrong, the ratio that a reader expects who has the sum wrong'
	]);
	expect(more({ ifWrong: { ratio: 1.5, idea: 'half as many again' } })).toEqual([]);
	expect(more({ ifWrong: { ratio: 2.9, idea: 'nearly three times' } })).toEqual([
		'it holds at 2.9 as well, what a reader expects who has the sum wrong'
	]);
});
