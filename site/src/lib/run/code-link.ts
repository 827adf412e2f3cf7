/**
 * Code in a link, without a run and without a request. A link of this site has it in its fragment, which browsers do not send:
 * `#code=`, a version, a point, and JSON, deflated and in base64url. A link of Compiler Explorer has JSON in base64, maybe
 * deflated (`/clientstate/`). Whoever makes a link can write anything into it, so reading checks all of it. Loaded only where a
 * link is made or read.
 */
import type { Language } from '@cyclelab/exercises/schema';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import { codeStart } from './code-start.ts';

interface LinkedCode {
	language: string;
	/** Absent: any. */
	compiler?: string | undefined;
	target?: string | undefined;
	/** With blanks between them. */
	flags: string;
	/** By variant. */
	sources: Record<string, string>;
}

/** Of all sources of a link, UTF-16 units of their JSON. A longer link is not read. */
const mostCharacters = 300_000;

/** @returns the fragment, without its # */
export async function encodeCode(code: LinkedCode): Promise<string> {
	const text = new Blob([JSON.stringify(code)]).stream();
	const bytes = await bytesOf(text.pipeThrough(new CompressionStream('deflate-raw')));
	return codeStart + base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param fragment without its #; @returns undefined if it is not the code of a link */
export async function decodeCode(fragment: string): Promise<LinkedCode | undefined> {
	if (!fragment.startsWith(codeStart)) return undefined;
	const found = await jsonIn(fragment.slice(codeStart.length), 'deflate-raw');
	if (!isRecord(found) || !isRecord(found['sources'])) return undefined;
	const sources = Object.entries(found['sources']).flatMap(([id, text]) =>
		typeof text === 'string' ? [[id, text]] : []
	);
	return {
		language: textIn(found, 'language') ?? '',
		compiler: textIn(found, 'compiler'),
		target: textIn(found, 'target'),
		flags: textIn(found, 'flags') ?? '',
		sources: Object.fromEntries(sources)
	};
}

/** Compiler Explorer's names of languages. */
const foreignLanguages: Record<Language, string> = {
	c: 'c',
	cpp: 'c++',
	rs: 'rust',
	go: 'go',
	cs: 'csharp',
	cr: 'crystal'
};
/** Its ids of compilers for C; for C++ without the first letter. */
const foreignCompilers: Partial<Record<Compiler, string>> = {
	'clang-22': 'cclang2210',
	'clang-19': 'cclang1910',
	'gcc-14': 'cg142',
	'gcc-12': 'cg122',
	'rust-1.85': 'r1850',
	'go-1.24': 'gl1240'
};
/** How its ids of a compiler's other versions begin: they open with the version that is here. */
const foreignFamilies: readonly [RegExp, string][] = [
	[/^c?clang/, 'clang'],
	[/^c?g(?:snapshot|\d)/, 'gcc'],
	[/^gl/, 'go']
];

function compilerOf(id: string): string | undefined {
	const same = Object.entries(foreignCompilers).find(([, theirs]) =>
		[theirs, theirs.replace(/^c/, '')].includes(id)
	);
	return same?.[0] ?? foreignFamilies.find(([begin]) => begin.test(id))?.[1];
}

/** There they change or replace the assembly, or are unknown. */
const formFlags = / ?(?<!\S)-(?:emit-llvm|print-changed|E|masm=att|-show-raw-insn)(?!\S)/g;
const foreignSite = 'https://godbolt.org/clientstate/';

/**
 * The address that opens a source there, with the flags.
 * @param flags all of them, the exercise's and the compiler's defaults included
 */
export function foreignLink(
	source: string,
	{ language, compiler }: { language: Language; compiler: Compiler },
	flags: string
): string {
	const id = foreignCompilers[compiler];
	const named = language === 'cpp' ? id?.slice(1) : id;
	const session = {
		id: 1,
		language: foreignLanguages[language],
		// The header is of this site.
		source: source.replace(/^#include "cyclelab\.h"/m, '#include <stddef.h>\n#include <stdint.h>'),
		compilers: named === undefined ? [] : [{ id: named, options: flags.replace(formFlags, '') }]
	};
	const bytes = new TextEncoder().encode(JSON.stringify({ sessions: [session] }));
	return foreignSite + encodeURIComponent(base64(bytes));
}

/** The code of the first session of a pasted link of Compiler Explorer. */
export async function foreignCode(text: string): Promise<
	| {
			language: Language | undefined;
			/** Maybe without a version. */
			compiler: string | undefined;
			source: string;
			flags: string;
	  }
	| undefined
> {
	const [, encoded] = /^https?:\/\/[^\s/]+\/clientstate\/(\S+)$/.exec(text.trim()) ?? [];
	if (encoded === undefined) return undefined;
	const state = await jsonIn(encoded, 'deflate');
	const session = isRecord(state) && Array.isArray(state['sessions']) ? state['sessions'][0] : null;
	if (!isRecord(session)) return undefined;
	const compiler = Array.isArray(session['compilers']) ? session['compilers'][0] : undefined;
	const source = textIn(session, 'source');
	if (source === undefined) return undefined;
	const named = textIn(session, 'language');
	const languages = Object.keys(foreignLanguages) as Language[];
	return {
		language: languages.find((language) => foreignLanguages[language] === named),
		compiler: isRecord(compiler) ? compilerOf(textIn(compiler, 'id') ?? '') : undefined,
		source,
		flags: (isRecord(compiler) && textIn(compiler, 'options')) || ''
	};
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function textIn(record: Record<string, unknown>, name: string): string | undefined {
	const value = record[name];
	return typeof value === 'string' ? value : undefined;
}

const base64 = (bytes: Uint8Array) =>
	btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** JSON in base64 or base64url, as it is or deflated; undefined if it is none, or longer than a link may be. */
async function jsonIn(text: string, form: CompressionFormat): Promise<unknown> {
	try {
		const packed = atob(decodeURIComponent(text).replaceAll('-', '+').replaceAll('_', '/'));
		const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
		const isPlain = packed.startsWith('{');
		const stream = new Blob([bytes]).stream();
		const plain = isPlain ? stream : stream.pipeThrough(new DecompressionStream(form));
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(plain)));
	} catch {
		return undefined;
	}
}

/** Rejects if there are too many: a small link may inflate to anything. */
async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	const reader = stream.getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		length += value.length;
		if (length > mostCharacters) {
			await reader.cancel();
			throw new RangeError('the link is too long');
		}
		chunks.push(value);
	}
	const bytes = new Uint8Array(length);
	let at = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, at);
		at += chunk.length;
	}
	return bytes;
}
