/** What llvm-mca 19 writes to standard error, as sentences. */
import { expect, test } from 'vitest';
import { errorWords } from './mca-output.ts';

const neoverse = { model: 'NeoverseN1' };

test('an instruction without figures is named', () => {
	const said = [
		'error: found an unsupported instruction in the input assembly sequence, use -skip-unsupported-instructions=lack-sched to ignore these on the input.',
		'note: instruction: \tldaddal\tx0, x1, [x2]',
		''
	].join('\n');
	expect(errorWords(said, neoverse)).toBe(
		'llvm-mca has no figures for ldaddal in its NeoverseN1 model.'
	);
});

test('an instruction the core lacks is quoted with what it takes', () => {
	const said = [
		'<stdin>:2:1: error: instruction requires: sve or sme',
		'ptrue p0.s',
		'^',
		'error: Assembly input parsing had errors, use -skip-unsupported-instructions=parse-failure to drop failing lines from the input.',
		''
	].join('\n');
	expect(errorWords(said, neoverse)).toBe(
		'llvm-mca reports: instruction requires: sve or sme (ptrue p0.s).'
	);
});

test('any other error is quoted, and a missing error is no error', () => {
	const said =
		"<stdin>:3:1: error: invalid instruction mnemonic 'frobnicate'\nfrobnicate rax, rcx\n";
	expect(errorWords(said, neoverse)).toBe(
		"llvm-mca reports: invalid instruction mnemonic 'frobnicate'."
	);
	expect(errorWords('error: no assembly instructions found.\n', neoverse)).toBe(
		'llvm-mca reports: no assembly instructions found.'
	);
	expect(errorWords('', neoverse)).toBe('llvm-mca ended without an answer.');
});
