import { expect, test } from 'vitest';
import { coreclr } from './coreclr.ts';
import type { Build, StepResult } from './toolchain.ts';

const build: Build = {
	variant: 'a',
	language: 'cs',
	compiler: 'coreclr-8.0',
	target: 'x86-64',
	flags: [],
	source: 'using System.Runtime.Intrinsics.X86;\nint x = missing;\n'
};

const ended = (errors: string): StepResult => ({
	exit: { code: errors === '' ? 0 : 1 },
	stdout: Buffer.alloc(0),
	stderr: Buffer.from(errors),
	results: Buffer.alloc(0),
	timedOut: false,
	outOfMemory: false,
	wallMs: 1,
	cpuMs: 1,
	maxResidentKiB: 1,
	produced: [],
	fetched: new Map()
});

/** What building gives where mcs prints these errors, first against Mono's class library and then against .NET's. */
function built(mono: string, own: string) {
	const steps = coreclr.build(build);
	const commands: string[] = [];
	let errors = mono;
	let next = steps.next();
	while (!next.done) {
		commands.push(...next.value.map(({ command }) => command.argv.join(' ')));
		next = steps.next([ended(errors)]);
		errors = own;
	}
	return { commands, result: next.value };
}

const noSuchName = 'a.cs(1,22): error CS0234: The namespace `Intrinsics’ does not exist\n';
const typo = 'a.cs(2,9): error CS0103: The name `missing’ does not exist\n';
const syntax = 'a.cs(2,9): error CS1525: Unexpected symbol `;’\n';
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
	expect(built(typo, typo.replace('name', 'other name')).result).toMatchObject({
		failure: { text: typo }
	});
});
