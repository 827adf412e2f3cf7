import { expect, test } from 'vitest';
import { variantReport } from '../../../fixtures/examples.ts';
import type { VariantReport } from '@cyclelab/contract/schema/report';
import { LastCompiled } from './compiled.ts';

const code = [
	{ symbol: 'kernel', address: '0x1', instructions: [{ address: '0x1', text: 'ret' }] }
];
const failure: NonNullable<VariantReport['failure']> = {
	kind: 'compile-error',
	stage: 'compile',
	text: '',
	diagnostics: [],
	title: 'The compiler found an error.',
	hint: ''
};
const of = (source: string, functions: typeof code | []) =>
	variantReport('word', { source, functions, ...(functions.length > 0 ? {} : { failure }) });

test('the last code stays while a newer text does not compile, and knows the code before it', () => {
	const last = new LastCompiled();
	expect(last.take('c/word', undefined)).toBeUndefined();
	const first = of('one', code);
	const second = of('two', code);
	expect(last.take('c/word', first)).toMatchObject({ latest: first, code: first });
	const broken = of('broken', []);
	expect(last.take('c/word', broken)).toMatchObject({ latest: broken, code: first });
	// Sent, and not compiled yet.
	expect(last.take('c/word', variantReport('word', { source: 'two' }))?.latest).toBe(broken);
	expect(last.take('c/word', second)).toMatchObject({ code: second, before: first });
	expect(last.take('c/word', undefined)?.code).toBe(second);
	expect(last.take('go/word', undefined)).toBeUndefined();
});

test('what arrives later about the same text is no new code to compare with', () => {
	const last = new LastCompiled();
	const [first, second] = [of('one', code), of('two', code)];
	last.take('word', first);
	last.take('word', second);
	const predicted = { ...second, uncounted: 'It was not counted.' };
	expect(last.take('word', predicted)).toEqual({
		latest: predicted,
		code: predicted,
		before: first,
		modelled: predicted
	});
	expect(last.take('word', of('three', code))?.modelled).toBe(predicted);
});
