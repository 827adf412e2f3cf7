/** A learner's own kernels: their places in a request, and their language. Pure. */

/** The exercise for a learner's own kernels, and its two variants in the order of the given files. */
export const ownKernels = { exercise: 'free-play', variants: ['a', 'b'] };

/** Languages by the endings of files. @type {Record<string, string>} */
const endings = {
	c: 'c',
	cpp: 'cpp',
	cc: 'cpp',
	cxx: 'cpp',
	rs: 'rs',
	go: 'go',
	cs: 'cs',
	cr: 'cr'
};

/** The language of all these files; undefined if one has another or none. @param {readonly string[]} files */
export function languageOf(files) {
	const [first, ...others] = files.map((file) => endings[/\.([a-z]+)$/.exec(file)?.[1] ?? '']);
	return others.every((other) => other === first) ? first : undefined;
}

/**
 * The part of a request that options give as they are, and `more`; nothing that is undefined.
 * @param {{ compiler?: string | undefined, target?: string | undefined, runner?: string | undefined, microarchitecture?: string | undefined }} values
 * @param {Record<string, unknown>} more
 * @returns {Record<string, unknown>}
 */
export function requestOf({ compiler, target, runner, microarchitecture }, more) {
	const all = { compiler, target, runner, microarchitecture, ...more };
	return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** A function's name with what it lies in: `ns::hot` in C++ and Rust, `Hot.Run` in C# and Crystal. */
const functionName = /^[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*){0,15}$/;
const mostNameCharacters = 200;

/**
 * By language: the declaration that a function needs so that the harness can call it, and the text that makes it the kernel.
 * The call goes through a pointer, where a compiler would otherwise put a second copy of the function into the kernel.
 * @type {Record<string, { signature: (name: string) => string, wrapper: (name: string) => string }>}
 */
const kernelsOf = {
	c: {
		signature: (name) => `uint64_t ${name}(uint64_t iterations)`,
		wrapper: (name) => `#include <stdint.h>
_Static_assert(_Generic(&${name}, uint64_t (*)(uint64_t): 1, default: 0), "uint64_t ${name}(uint64_t iterations)");
static uint64_t (*volatile cyclelab_function)(uint64_t) = ${name};
uint64_t kernel(uint64_t iterations) { return cyclelab_function(iterations); }
`
	},
	cpp: {
		signature: (name) => `std::uint64_t ${name}(std::uint64_t iterations)`,
		wrapper: (name) => `#include <cstdint>
static std::uint64_t (*volatile cyclelab_function)(std::uint64_t) = ${name};
extern "C" std::uint64_t kernel(std::uint64_t iterations) { return cyclelab_function(iterations); }
`
	},
	rs: {
		signature: (name) => `fn ${lastOf(name)}(iterations: u64) -> u64`,
		wrapper: (name) => `#[unsafe(no_mangle)]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let function: fn(u64) -> u64 = ${name};
    std::hint::black_box(function)(iterations)
}
`
	},
	go: {
		signature: (name) => `func ${name}(iterations uint64) uint64`,
		wrapper: (name) => `var cyclelabFunction func(uint64) uint64 = ${name}

func kernel(iterations uint64) uint64 { return cyclelabFunction(iterations) }
`
	},
	cs: {
		signature: (name) => `public static ulong ${lastOf(name)}(ulong iterations)`,
		wrapper: (name) => `public static class Kernel {
	static readonly System.Func<ulong, ulong> function = ${name};
	public static ulong Run(ulong iterations) { return function(iterations); }
}
`
	},
	cr: {
		signature: (name) => `def ${name}(iterations : UInt64) : UInt64`,
		wrapper: (name) => `fun kernel(iterations : UInt64) : UInt64
  ${name}(iterations)
end
`
	}
};

/** @param {string} name */
const lastOf = (name) => name.split(/::|\./).at(-1) ?? name;

/** The declaration that the function of this name needs. @param {string} language @param {string} name */
export const signatureOf = (language, name) => kernelsOf[language]?.signature(name) ?? name;

/**
 * The source with the function of this name as its kernel; as it is for "kernel" itself.
 * @param {string} text @param {string} language @param {string} name
 */
export function withKernel(text, language, name) {
	if (name === defaultKernel) return text;
	const comment = language === 'cr' ? '#' : '//';
	const wrapper = kernelsOf[language]?.wrapper(name) ?? '';
	return `${text.replace(/\n*$/, '\n')}\n${comment} Added by cyclelab --kernel ${name}\n${wrapper}`;
}

/** The kernel's name without --kernel. */
export const defaultKernel = 'kernel';

/**
 * The request for functions of any name in these files; what is wrong with the options, as a sentence, if something is.
 * @param {any} values of the options @param {readonly string[]} files @param {readonly string[]} variants
 * @returns {{ request: Record<string, unknown>, language: string, kernel: string } | string}
 */
export function ownRequest(values, files, variants) {
	/** @type {string | undefined} */
	const language = values.language ?? languageOf(files);
	if (language === undefined)
		return 'Files end with .c, .cpp, .rs, .go, .cs or .cr, and all of them alike.';
	/** @type {string} */
	const kernel = values.kernel ?? defaultKernel;
	if (kernel.length > mostNameCharacters || !functionName.test(kernel))
		return '--kernel is the name of a function: --kernel hot, --kernel codec::hot';
	return {
		request: requestOf(values, { language, flags: values.flag, variants }),
		language,
		kernel
	};
}
