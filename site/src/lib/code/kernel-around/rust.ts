/** Rust. Pure. */
import {
	elements,
	indented,
	inputSays,
	inputText,
	lastBefore,
	split,
	withoutComments,
	type BenchmarkLibrary,
	type Dialect
} from './dialect.ts';

const rustNumber = /^(?:[iu](?:8|16|32|64|128|size)|f32|f64)$/;
const rustElement = (type: string) => /^&(?:mut\s+)?(?:\[(\w+)\]|Vec<(\w+)>)$/.exec(type);

const libraries: BenchmarkLibrary = {
	find: (text) => [
		...[
			...text.matchAll(
				/^(?:pub\s+)?fn\s+(\w+)\s*\(\s*\w+\s*:\s*&mut\s+(?:criterion::)?Criterion\s*\)/gm
			)
		].map(([, name = '']) => ({ name })),
		...[
			...text.matchAll(/^([ \t]*)#\[bench\]\s*(?:pub\s+)?fn\s+(\w+)\s*\(\s*\w+\s*:\s*&mut\s/gm)
		].map(({ index, 1: indent = '', 2: name = '' }) => {
			const module = indent === '' ? undefined : lastBefore(text, index, /\bmod\s+(\w+)\s*\{/g);
			return { name, of: module ?? '' };
		})
	],
	write: (text, { name, of }) => {
		if (of === undefined)
			return [
				text.replaceAll(/^criterion_(?:group|main)!\s*[({][^]*?[)}];?[ \t]*\n?/gm, '').trimEnd(),
				criterion,
				...rustKernel(`${name}(&mut criterion::Criterion { iterations })`)
			];
		const code = text
			.replaceAll(
				/^#!\[feature\(test\)\][ \t]*\n|^[ \t]*(?:extern crate test;|#\[cfg\(test\)\])[ \t]*\n/gm,
				''
			)
			.replaceAll(/^([ \t]*)#\[bench\]\s*(?:pub\s+)?fn\b/gm, '$1pub fn')
			.replaceAll(/\buse\s+test::/g, 'use crate::test::')
			.replaceAll(/(?<!::)\btest::(Bencher|black_box)\b/g, 'crate::test::$1');
		const path = of === '' ? name : `${of}::${name}`;
		return [code.trimEnd(), test, ...rustKernel(`${path}(&mut test::Bencher { iterations })`)];
	}
};

export const rust: Dialect = {
	main: 'main',
	isNumber: (type) => rustNumber.test(type),
	nothing: [''],
	elementOf: (type) => rustElement(type)?.[1] ?? rustElement(type)?.[2],
	isWhole: (type) => !type.startsWith('f'),
	find: (text) => {
		const found = withoutComments(text).matchAll(
			/^(?:pub(?:\([^)]*\))?\s+)?(?:const\s+)?fn\s+(\w+)\s*\(([^(){}]*)\)\s*(?:->\s*([\w<>[\]&:,() ]+?))?\s*\{/gm
		);
		return [...found].map(([, name = '', inside = '', returns = '']) => ({
			name,
			returns,
			parameters: split(inside).map((parameter) => parameter.replace(/^.*?:\s*/, ''))
		}));
	},
	data: (arrays) => [
		...arrays.map(
			(type, n) => `static mut DATA${n}: [${type}; ${elements}] = [0 as ${type}; ${elements}];`
		),
		'',
		'#[no_mangle]',
		'pub extern "C" fn setup(seed: u64) {',
		`    for i in 0..${elements}usize {`,
		'        unsafe {',
		...arrays.map(
			(type, n) => `            DATA${n}[i] = ((seed + i as u64) % 100 + 1) as ${type};`
		),
		'        }',
		'    }',
		'}',
		''
	],
	write: ({ text, callable, arrays, setup, call, says }) => {
		const called = call(
			(type) => `i.wrapping_add(sum) as ${type}`,
			(name, type) => {
				const how = type.startsWith('&mut') ? 'mut' : 'const';
				const whole = type.includes('Vec<') ? '.to_vec()' : '';
				return `&${how === 'mut' ? 'mut ' : ''}*&raw ${how} ${name.toUpperCase()}${whole}`;
			}
		);
		const value = arrays.length > 0 ? `unsafe { ${called} }` : called;
		const body =
			callable.name === 'main'
				? [callable.returns === '' ? 'main();' : 'let _ = main();', 'sum = sum.wrapping_add(1);']
				: callable.returns === ''
					? [
							`${value};`,
							`sum = sum.wrapping_add(${arrays.length > 0 ? `unsafe { DATA0[i as usize % ${elements}] } as u64` : '1'});`
						]
					: [`sum = sum.wrapping_add(${arrays.length > 0 ? `(${value})` : value} as u64);`];
		const input = callable.name === 'main' && rsStdin.test(withoutComments(text));
		return [
			(input ? text.replaceAll(rsStdin, 'crate::input::stdin()') : text).trimEnd(),
			'',
			...(input ? [rsInput] : []),
			`// ${says}`,
			...setup,
			'#[no_mangle]',
			'pub extern "C" fn kernel(iterations: u64) -> u64 {',
			'    let mut sum = 0u64;',
			`    for ${/\bi\b/.test(body.join(' ')) ? 'i' : '_'} in 0..iterations {`,
			...indented([...(input ? ['input::rewind();'] : []), ...body], '        '),
			'    }',
			'    sum',
			'}'
		];
	},
	benchmarks: libraries
};

const rsStdin = /(?<![\w.])(?:(?:std::)?io::)?stdin\(\)/g;
/** The library's own has a buffer that nothing empties, and nothing can be written to it in the sandbox. */
const rsInput = `// ${inputSays}
#[allow(dead_code)]
mod input {
    use std::io::{BufRead, Lines, Read, Result};
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    const TEXT: &[u8] = b${inputText};
    static READ: AtomicUsize = AtomicUsize::new(0);

    pub struct Stdin;

    pub fn stdin() -> Stdin {
        Stdin
    }
    pub fn rewind() {
        READ.store(0, Relaxed);
    }
    impl Stdin {
        pub fn lock(&self) -> Stdin {
            Stdin
        }
        pub fn lines(self) -> Lines<Stdin> {
            BufRead::lines(self)
        }
        pub fn read_line(&self, line: &mut String) -> Result<usize> {
            BufRead::read_line(&mut Stdin, line)
        }
    }
    impl Read for Stdin {
        fn read(&mut self, to: &mut [u8]) -> Result<usize> {
            let bytes = self.fill_buf()?.read(to)?;
            self.consume(bytes);
            Ok(bytes)
        }
    }
    impl BufRead for Stdin {
        fn fill_buf(&mut self) -> Result<&[u8]> {
            Ok(&TEXT[READ.load(Relaxed)..])
        }
        fn consume(&mut self, bytes: usize) {
            READ.fetch_add(bytes, Relaxed);
        }
    }
}
`;

const rustBencher = `    pub struct Bencher {
        pub iterations: u64,
    }
    impl Bencher {
        pub fn iter<R>(&mut self, mut f: impl FnMut() -> R) {
            for _ in 0..self.iterations {
                black_box(f());
            }
        }
    }`;

const criterion = `
// In place of criterion: its loop makes the iterations of the kernel.
#[allow(dead_code, unused)]
mod criterion {
    pub use std::hint::black_box;
    macro_rules! nothing {
        ($($all:tt)*) => {};
    }
    pub(crate) use nothing as criterion_group;
    pub(crate) use nothing as criterion_main;
${rustBencher}
    pub struct Criterion {
        pub iterations: u64,
    }
    impl Criterion {
        pub fn bench_function<N>(&mut self, _: N, mut f: impl FnMut(&mut Bencher)) -> &mut Self {
            f(&mut Bencher { iterations: self.iterations });
            self
        }
        pub fn benchmark_group<N>(&mut self, _: N) -> Criterion {
            Criterion { iterations: self.iterations }
        }
        pub fn finish(self) {}
    }
}
`;

const test = `
// In place of the crate test: its loop makes the iterations of the kernel.
#[allow(dead_code, unused)]
mod test {
    pub use std::hint::black_box;
${rustBencher}
}
`;

const rustKernel = (call: string) => [
	'#[no_mangle]',
	'pub extern "C" fn kernel(iterations: u64) -> u64 {',
	`    ${call};`,
	'    iterations',
	'}'
];

/** A Rust text without what divan adds to functions, which are called without it. */
export const withoutDivan = (text: string) =>
	text
		.replaceAll(/^fn\s+main\(\)\s*\{\s*(?:\/\/.*\s*)*divan::main\(\);\s*\}[ \t]*\n?/gm, '')
		.replaceAll(/^[ \t]*#\[divan::bench(?:\([^()]*\))?\][ \t]*\n/gm, '')
		.replaceAll(/\bdivan::black_box\b/g, 'std::hint::black_box');
