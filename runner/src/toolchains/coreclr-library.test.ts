import { expect, test } from 'vitest';
import { drive, ended } from '../../fixtures/outputs.ts';
import { coreclr } from './coreclr.ts';
import type { Build } from './toolchain.ts';

const build: Build = {
	variant: 'a',
	language: 'cs',
	compiler: 'coreclr-8.0',
	target: 'x86-64',
	flags: [],
	source: 'using System.Runtime.Intrinsics.X86;\nint x = missing;\n'
};

/** What building gives where mcs prints these errors, first against Mono's class library and then against .NET's. */
function built(mono: string, own: string) {
	const outputs = [mono, own].map((stderr) => [
		ended({ exit: { code: stderr === '' ? 0 : 1 }, stderr })
	]);
	const { asked, result } = drive(coreclr.build(build), ...outputs);
	return { commands: asked.flat().map(({ command }) => command.argv.join(' ')), result };
}

const noSuchName = 'a.cs(1,22): error CS0234: The namespace `Intrinsics’ does not exist\n';
const typo = 'a.cs(2,9): error CS0103: The name `missing’ does not exist\n';
const syntax = 'a.cs(2,9): error CS1525: Unexpected symbol `;’\n';
const operands = 'a.cs(2,9): error CS0019: Operator `+’ cannot be applied\n';
const internal = 'a.cs(2,9): error CS0584: Internal compiler error\n';

test('what Mono’s class library does not have is compiled against .NET’s', () => {
	const { commands, result } = built(noSuchName, '');
	expect(result.ok).toBe(true);
	expect(commands.map((command) => command.includes('System.Private.CoreLib'))).toEqual([
		false,
		true
	]);
});

test('a program that Mono’s class library suffices for, or that has another error, is compiled once', () => {
	expect(built('', '').commands).toHaveLength(1);
	expect(built(syntax, '').commands).toHaveLength(1);
});

test('errors that both have are those of the library that has more', () => {
	expect(built(noSuchName + typo, typo).result).toMatchObject({ failure: { text: typo } });
	expect(built(noSuchName + typo, internal).result).toMatchObject({
		failure: { text: noSuchName + typo }
	});
	expect(built(noSuchName, operands).result).toMatchObject({ failure: { text: operands } });
	expect(built(typo, typo.replace('name', 'other name')).result).toMatchObject({
		failure: { text: typo }
	});
});
