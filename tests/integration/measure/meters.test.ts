/** Values that a kernel reports are divided by its iterations, in every language: exactly, as noise cannot change them. */
import { describe, expect, test } from 'vitest';
import type { Language } from '@cyclelab/exercises/schema';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import { benchForAll } from '../hooks.ts';
import { jobFor } from '../job/job-bench.ts';

const bench = benchForAll(['cc', 'rust', 'go', 'crystal', 'dotnet'], { shares: true });

/** Adds 3 an iteration and 100 a call to a meter, nothing to a second, and a value to a meter that does not exist. */
const kernels: Record<Exclude<Language, 'cpp'>, string> = {
	c: `#include "cyclelab.h"
uint64_t kernel(uint64_t iterations) {
	uint64_t product = 3;
	for (uint64_t i = 0; i < iterations; i++) product = (product * 5) ^ i;
	cyclelab_meter("bytes-taken", 3 * iterations);
	cyclelab_meter("bytes-taken", 100);
	cyclelab_meter("bytes", 7 * iterations);
	return product;
}
`,
	rs: `use cyclelab::meter;

#[no_mangle]
pub extern "C" fn kernel(iterations: u64) -> u64 {
    let mut product = 3u64;
    for i in 0..iterations { product = product.wrapping_mul(5) ^ i; }
    meter("bytes-taken", 3 * iterations);
    meter("bytes-taken", 100);
    meter("bytes", 7 * iterations);
    product
}
`,
	go: `package main

import "cyclelab"

func kernel(iterations uint64) uint64 {
	product := uint64(3)
	for i := uint64(0); i < iterations; i++ {
		product = (product * 5) ^ i
	}
	cyclelab.Meter("bytes-taken", 3*iterations)
	cyclelab.Meter("bytes-taken", 100)
	cyclelab.Meter("bytes", 7*iterations)
	return product
}
`,
	cs: `public static class Kernel {
	public static ulong Run(ulong iterations) {
		ulong product = 3;
		for (ulong i = 0; i < iterations; i++) product = (product * 5) ^ i;
		Cyclelab.Meter("bytes-taken", 3 * iterations);
		Cyclelab.Meter("bytes-taken", 100);
		Cyclelab.Meter("bytes", 7 * iterations);
		return product;
	}
}
`,
	cr: `require "cyclelab"

fun kernel(iterations : UInt64) : UInt64
  product = 3_u64
  i = 0_u64
  while i < iterations
    product = (product &* 5) ^ i
    i &+= 1
  end
  Cyclelab.meter("bytes-taken", iterations * 3)
  Cyclelab.meter("bytes-taken", 100_u64)
  Cyclelab.meter("bytes", iterations * 7)
  product
end
`
};

const compilers: [Exclude<Language, 'cpp'>, Compiler][] = [
	['c', 'clang-22'],
	['c', 'gcc-14'],
	['rs', 'rust-1.85'],
	['go', 'go-1.27'],
	['cs', 'coreclr-8.0'],
	['cs', 'mono-6.12'],
	['cr', 'crystal-1.14']
];

const { facts } = jobFor('');
const metered = {
	...facts,
	meters: [
		{ id: 'bytes-taken', label: 'Taken', unit: 'bytes' as const },
		{ id: 'pauses', label: 'Pauses', unit: 'count' as const }
	]
};

describe.each(compilers)('%s by %s', (language, compiler) => {
	test('a kernel that adds 3 an iteration to a meter has the value 3', async () => {
		const job = jobFor(kernels[language], { language, compiler, facts: metered });
		const { report } = await bench.run(job);
		const [variant] = report.variants;
		const [point] = variant?.points ?? [];
		expect({ failure: variant?.failure, of: point?.failure }).toEqual({});
		expect(point?.measured?.meters).toEqual({
			'bytes-taken': { median: 3, low: 3, high: 3 },
			pauses: { median: 0, low: 0, high: 0 }
		});
		for (const { iterations, longer = NaN, meters } of point?.measured?.raw ?? [])
			expect(meters).toEqual({
				'bytes-taken': [3 * iterations + 100, 3 * longer + 100],
				pauses: [0, 0]
			});
	});
});

test('samples of a kernel without meters have no meter values', async () => {
	const { report } = await bench.run(jobFor(kernels.c));
	const measured = report.variants[0]?.points[0]?.measured;
	expect(measured?.samples).toBeGreaterThan(0);
	expect(measured && 'meters' in measured).toBe(false);
	expect(measured?.raw.filter((sample) => 'meters' in sample)).toEqual([]);
});
