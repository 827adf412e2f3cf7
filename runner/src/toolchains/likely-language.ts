/** The language that a file is probably written in, where a compiler of another language refuses it. Pure. */
import type { Language } from '@cyclelab/exercises/schema';

/** C++ headers that no C compiler has; of the C++ library, so that a C++ compiler has them. */
const cppHeaders =
	'algorithm|array|atomic|bit|bitset|chrono|cmath|complex|concepts|cstddef|cstdint|cstdio|cstdlib|cstring|deque|fstream|functional|future|iomanip|ios|iostream|iterator|limits|list|map|memory|mutex|numeric|optional|queue|random|ranges|set|span|sstream|stack|stdexcept|string|string_view|thread|tuple|type_traits|unordered_map|unordered_set|utility|variant|vector';

type Sign = {
	language: Language;
	/** Languages that have it as well: it says nothing about a file of theirs. */
	also?: readonly Language[];
	/** What stands in such a file, most of it at the beginning of a line; all of them. */
	patterns: readonly RegExp[];
};

/** In the order in which they are looked for. Sources are hostile: each takes time in proportion to the text. */
const signs: readonly Sign[] = [
	{
		language: 'rs',
		patterns: [
			/^[ \t]*(?:(?:pub(?:\(\w+\))? )?(?:const |unsafe |async |extern "C" )*fn \w|use (?:std|core|alloc)::|#!?\[\w)|\bstd::(?:arch|cell|collections|hint|iter|mem|ptr|slice|sync)::/m
		]
	},
	{
		language: 'go',
		patterns: [/^(?:package \w+[ \t]*$|func (?:\(\w+ \*?\w+\) )?\w+[[(])/m]
	},
	{
		language: 'cs',
		patterns: [
			/^[ \t]*(?:using [A-Z]\w*(?:\.\w+)*;|(?:public|internal|sealed|partial) [\w ]*(?:class|struct|record|enum) |static (?:unsafe )?class )/m
		]
	},
	{
		language: 'cr',
		patterns: [/^[ \t]*(?:def|fun|class|struct|module) [^{;\n]*$/m, /^[ \t]*end[ \t]*$/m]
	},
	{
		language: 'cpp',
		patterns: [
			new RegExp(
				`^[ \\t]*(?:#[ \\t]*include[ \\t]*<(?:${cppHeaders})>|template[ \\t]*<|using (?:namespace |\\w+::))|\\bstd::`,
				'm'
			)
		]
	},
	{
		language: 'cpp',
		also: ['cs'],
		patterns: [/^[ \t]*(?:namespace\b|class \w|using \w+ =)/m]
	},
	// C has them since C23.
	{ language: 'cpp', also: ['c'], patterns: [/^[ \t]*(?:constexpr|auto) \w/m] },
	{ language: 'c', also: ['cpp'], patterns: [/^[ \t]*#[ \t]*include\b/m] }
];

const withoutComments = (text: string) => text.replaceAll(/\/\*[^]*?(?:\*\/|$)|\/\/.*/g, '');

/** Undefined: the file has signs of its own language, or of none. */
export function likelyLanguage(source: string, chosen: Language): Language | undefined {
	const text = withoutComments(source.replaceAll('\r\n', '\n'));
	const likely = signs.find(
		({ also, patterns }) =>
			!also?.includes(chosen) && patterns.every((pattern) => pattern.test(text))
	)?.language;
	return likely === chosen ? undefined : likely;
}
