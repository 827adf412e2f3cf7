/** What Crystal's compiler and linker printed. The steps in a sandbox are tested in tests/integration/toolchains/compiled.test.ts. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ended } from '../../fixtures/outputs.ts';
import { readLink } from './read-build.ts';
import { readIr } from './crystal.ts';
import type { Build } from './toolchain.ts';
import { crystalStepLimits, inForce } from '../sandbox/limits.ts';

const build: Build = {
	variant: 'call',
	language: 'cr',
	compiler: 'crystal-1.14',
	target: 'x86-64',
	flags: ['-O2'],
	source: 'fun kernel(n : UInt64) : UInt64\n  n\nend\n'
};

test('LLVM IR beyond the limit is cut, with a note', () => {
	const file = new URL('../../fixtures/crystal/call/module.ll', import.meta.url);
	const module = readFileSync(file, 'utf8').replace(
		'entry:\n',
		`entry:\n${'  ; long\n'.repeat(30_000)}`
	);
	const text = readIr(module, build)?.phases[0]?.text ?? '';
	expect(text.length).toBeLessThan(201_000);
	expect(text.split('\n').at(-1)).toMatch(/^; \d+ more lines are not shown$/);
});

test('the linker’s words have no path of the sandbox', () => {
	const words = (place: string) =>
		`ld.lld-22: error: undefined symbol: helper\n>>> referenced by call.cr:9${place}\n>>> call.o:(kernel)\n`;
	const output = ended({ exit: { code: 1 }, stderr: words(' (/box/1/in/call.cr:9)') });
	const read = readLink(output, build, inForce(crystalStepLimits.link));
	if (read.ok || read.failure.kind !== 'compile-error') throw new Error('linked');
	expect(read.failure).toMatchObject({ text: words(''), diagnostics: [{ line: 9 }] });
});
