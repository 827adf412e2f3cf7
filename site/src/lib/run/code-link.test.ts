import { expect, test } from 'vitest';
import { decodeCode, encodeCode, foreignCode, foreignLink } from './code-link.ts';

const code = {
	language: 'c',
	compiler: 'gcc-14',
	target: 'x86-64',
	flags: '-O3 -march=haswell',
	sources: { a: '/* ä */\nuint64_t kernel(uint64_t n) { return n; }\n' }
};

test('a link has all of the code, its compiler and its flags', async () => {
	const fragment = await encodeCode(code);
	expect(fragment).toMatch(/^code=1\.[\w-]+$/);
	expect(await decodeCode(fragment)).toEqual(code);
});

test('what is not the code of a link is not read, nor what inflates to more than a link may hold', async () => {
	const bomb = await encodeCode({ ...code, sources: { a: ' '.repeat(299_000) } });
	const longer = bomb.slice('code=1.'.length);
	expect(longer.length).toBeLessThan(2000);
	const deflated = new Blob([`{"language":"c","sources":{"a":"${' '.repeat(400_000)}"}}`]);
	const stream = deflated.stream().pipeThrough(new CompressionStream('deflate-raw'));
	const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
	const tooLong = `code=1.${btoa(String.fromCharCode(...bytes))}`;
	expect(
		await Promise.all(
			['', 'code=2.x', 'code=1.', 'code=1.%%%', 'code=1.e30', tooLong].map(decodeCode)
		)
	).toEqual(Array(6).fill(undefined));
});

test('a link of Compiler Explorer is made and read', async () => {
	const source = '#include "cyclelab.h"\nint main() {}\n';
	// There -E and -emit-llvm take the place of the assembly.
	const flags = '-O2 -emit-llvm -g -E -print-changed --show-raw-insn';
	const link = foreignLink(source, { language: 'cpp', compiler: 'clang-19' }, flags);
	expect(link).toMatch(/^https:\/\/godbolt\.org\/clientstate\/[\w%]+$/);
	expect(JSON.parse(atob(decodeURIComponent(link.split('/').at(-1) ?? '')))).toEqual({
		sessions: [
			{
				id: 1,
				language: 'c++',
				source: '#include <stddef.h>\n#include <stdint.h>\nint main() {}\n',
				compilers: [{ id: 'clang1910', options: '-O2 -g' }]
			}
		]
	});
	expect(await foreignCode(` ${link}\n`)).toEqual({
		language: 'cpp',
		compiler: 'clang-19',
		source: '#include <stddef.h>\n#include <stdint.h>\nint main() {}\n',
		flags: '-O2 -g'
	});
	const compilersOf = async (id: string) => {
		const session = { language: 'c++', source: '', compilers: [{ id, options: '' }] };
		const state = btoa(JSON.stringify({ sessions: [session] }));
		return (await foreignCode(`https://godbolt.org/clientstate/${state}`))?.compiler;
	};
	expect(
		await Promise.all(['g142', 'cg122', 'g91', 'clang_trunk', 'icx'].map(compilersOf))
	).toEqual(['gcc-14', 'gcc-12', 'gcc', 'clang', undefined]);
	expect(await foreignCode('int square(int n) { return n * n; }')).toBeUndefined();
	expect(await foreignCode('https://godbolt.org/clientstate/e30')).toBeUndefined();
});
