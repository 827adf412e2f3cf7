/** Where the observer stops a program: in the harness of each language whose programs it observes. */
import { expect, test } from 'vitest';
import type { Job } from '@cyclelab/contract/schema/job';
import { benchForAll } from '../hooks.ts';
import { jobFor } from '../job/job-bench.ts';

const bench = benchForAll(['cc', 'rust', 'go', 'crystal']);

const c = `#include "cyclelab.h"
uint64_t kernel(uint64_t n) {
	uint64_t x = 3;
	for (uint64_t i = 0; i < n; i++) x = (x ^ i) * 6364136223846793005u;
	return x;
}
`;
const programs: readonly (Pick<Job, 'compiler' | 'language'> & { source: string })[] = [
	{ language: 'c', compiler: 'gcc-12', source: c },
	{ language: 'cpp', compiler: 'clang-22', source: c.replace('uint64_t kernel', 'extern "C" $&') },
	{
		language: 'rs',
		compiler: 'rust-1.85',
		source: `#[no_mangle]
pub extern "C" fn kernel(n: u64) -> u64 {
	(0..n).fold(3, |x: u64, i| (x ^ i).wrapping_mul(6364136223846793005))
}
`
	},
	{
		language: 'go',
		compiler: 'go-1.24',
		source: `package main

func kernel(n uint64) uint64 {
	x := uint64(3)
	for i := uint64(0); i < n; i++ {
		x = (x ^ i) * 6364136223846793005
	}
	return x
}
`
	},
	{
		language: 'cr',
		compiler: 'crystal-1.14',
		source: `fun kernel(n : UInt64) : UInt64
  x = 3_u64
  i = 0_u64
  while i < n
    x = (x ^ i) &* 6364136223846793005_u64
    i &+= 1
  end
  x
end
`
	}
];

test.runIf(process.arch === 'x64').each(programs)(
	'an edited program by $compiler is observed in a run that is timed',
	async ({ source, ...toolchain }) => {
		const { report } = await bench.run(jobFor(source, toolchain));
		const [variant] = report.variants;
		expect(variant?.failure).toBeUndefined();
		// Of a busy machine, it may say for which other reason it was not checked, or only in part.
		expect(variant?.audit).toMatch(
			/^(Checked|Not checked|Checked in part) against a run that is timed: (?!the harness was not found)/
		);
	},
	240_000
);
