import { afterEach, expect, test, vi } from 'vitest';
import { isFleeting, keep, load } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

const full = {
	getItem: () => null,
	removeItem: () => undefined,
	setItem: () => {
		throw new DOMException('full', 'QuotaExceededError');
	}
};
const forbidden = {
	get getItem(): never {
		throw new DOMException('denied', 'SecurityError');
	},
	get setItem(): never {
		throw new DOMException('denied', 'SecurityError');
	}
};

test.for([
	['is full', full],
	['is forbidden', forbidden]
] as const)('where storage %s, a value lasts as long as the page', ([, localStorage]) => {
	vi.stubGlobal('window', {});
	vi.stubGlobal('localStorage', localStorage);
	keep('seat:AB', 'token');
	expect([load('seat:AB'), isFleeting('seat:AB')]).toEqual(['token', true]);
	keep('seat:AB', undefined);
	expect([load('seat:AB'), isFleeting('seat:AB')]).toEqual([undefined, false]);
});

test('on the server nothing is kept, for it would be everybody’s', () => {
	keep('seat:AB', 'token');
	expect([load('seat:AB'), isFleeting('seat:AB')]).toEqual([undefined, false]);
});

test('what the browser keeps is not fleeting', () => {
	const kept = new Map<string, string>();
	vi.stubGlobal('window', {});
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => kept.set(key, value),
		removeItem: (key: string) => kept.delete(key)
	});
	keep('theme', 'dark');
	expect([load('theme'), isFleeting('theme'), [...kept]]).toEqual([
		'dark',
		false,
		[['cyclelab:theme', 'dark']]
	]);
});
