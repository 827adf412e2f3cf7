/**
 * The executions of the kernels in `c/` and `cpp/`, computed by hand from the source: executions of each mark, or elements
 * for vectorised loops. `n`: iterations, any number.
 */

export type ExpectedCounts = {
	/** By the mark's number in the source. */
	marks?: (n: number) => Record<number, number>;
	/** Elements processed by the matching instructions, each counted with its lanes. */
	elements?: { instruction: RegExp; lanes: (text: string) => number; total: (n: number) => number };
	/** Further flags of the build. */
	flags?: readonly string[];
};

/** Sum of f(i) for i below n. */
function sum(n: number, f: (i: number) => number): number {
	let total = 0;
	for (let i = 0; i < n; i++) total += f(i);
	return total;
}
/** How many i below n leave the remainder r. */
const each = (n: number, divisor: number, r = 0): number => Math.floor((n - r - 1) / divisor) + 1;
const ones = (i: number): number => i.toString(2).replaceAll('0', '').length;

/** Lanes of a packed instruction by its widest register, one for a scalar. */
const lanesOf = (bytes: number) => (text: string) => {
	if (/^v?(add|mul)s[sd] /.test(text)) return 1;
	if (text.includes('ymm')) return 32 / bytes;
	if (text.includes('xmm')) return 16 / bytes;
	return /\bv\d+\.\d+[ds]\b/.test(text) ? Number(/\.(\d+)[ds]\b/.exec(text)?.[1]) : 1;
};

export const c: Readonly<Record<string, ExpectedCounts>> = {
	nested: { marks: (n) => ({ 1: n, 2: 7 * n }) },
	triangle: { marks: (n) => ({ 1: sum(n, (i) => i % 5) }) },
	remainder: {
		flags: ['-O3'],
		elements: { instruction: /^(v?add[ps][ds]|fadd) /, lanes: lanesOf(8), total: (n) => 103 * n }
	},
	unrolled: { marks: (n) => ({ 1: n - (n % 4), 2: n % 4 }) },
	calls: { marks: (n) => ({ 1: n, 2: n, 3: 2 * n }) },
	branches: {
		marks: (n) => ({ 1: each(n, 3), 2: n - each(n, 3), 3: each(n, 7) - each(n, 21) })
	},
	'early-exit': { marks: (n) => ({ 1: sum(n, (i) => (i % 10) + 1), 2: n }) },
	recursion: { marks: (n) => ({ 1: n, 2: 177 * n }) },
	choice: {
		marks: (n) => ({
			1: each(n, 5, 0),
			2: each(n, 5, 1),
			3: each(n, 5, 2),
			4: each(n, 5, 2) + each(n, 5, 3),
			5: each(n, 5, 4)
		})
	},
	bits: { marks: (n) => ({ 1: sum(n, ones) }) },
	pointer: { marks: (n) => ({ 1: each(n, 2, 0), 2: each(n, 2, 1) }) }
};

export const cpp: Readonly<Record<string, ExpectedCounts>> = {
	nested: { marks: (n) => ({ 1: 3 * n, 2: 15 * n }) },
	remainder: {
		flags: ['-O3'],
		elements: { instruction: /^(v?mul[ps][ds]|fmul) /, lanes: lanesOf(4), total: (n) => 205 * n }
	},
	unrolled: { marks: (n) => ({ 1: 6 * n }) },
	virtual: { marks: (n) => ({ 1: n - each(n, 3, 2), 2: each(n, 3, 2) }) },
	lambda: { marks: (n) => ({ 1: n, 2: sum(n, (i) => i % 4) }) },
	'early-exit': { marks: (n) => ({ 1: sum(n, (i) => (i % 12) + 1) }) },
	recursion: { marks: (n) => ({ 1: 31 * n, 2: 15 * n }) },
	choice: {
		marks: (n) => ({
			1: each(n, 6, 0) + each(n, 6, 1) + each(n, 6, 2),
			2: each(n, 6, 3) + each(n, 6, 4),
			3: each(n, 6, 5)
		})
	},
	operators: {
		marks: (n) => ({ 1: 2 * Math.ceil(n / 2), 2: 2 * Math.ceil(n / 2), 3: Math.ceil(n / 2) })
	},
	objects: {
		marks: (n) => ({ 1: 2 * n - each(n, 8), 2: 2 * n - each(n, 8), 3: n - each(n, 8) })
	}
};
