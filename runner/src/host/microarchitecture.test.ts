import { expect, test } from 'vitest';
import { nameX86 } from './microarchitecture.ts';

test.each([
	['AuthenticAMD', 26, 2, 1, 'znver5', 'AMD Zen 5'],
	['AuthenticAMD', 25, 0x11, 1, 'znver4', 'AMD Zen 4'],
	['AuthenticAMD', 25, 0x01, 1, 'znver3', 'AMD Zen 3'],
	['AuthenticAMD', 23, 0x31, 0, 'znver2', 'AMD Zen 2'],
	['AuthenticAMD', 23, 0x01, 2, 'znver1', 'AMD Zen'],
	['GenuineIntel', 6, 207, 2, 'emeraldrapids', 'Intel Emerald Rapids'],
	['GenuineIntel', 6, 0x55, 4, 'skylake-avx512', 'Intel Skylake server'],
	['GenuineIntel', 6, 0x55, 7, 'cascadelake', 'Intel Cascade Lake'],
	['GenuineIntel', 6, 0x55, 11, 'cooperlake', 'Intel Cooper Lake'],
	['HygonGenuine', 24, 1, 0, 'x86-64-v3', 'HygonGenuine family 24 model 1']
])(
	'%s family %i model %i stepping %i is %s',
	(vendor, family, model, stepping, mcpu, processor) => {
		expect(nameX86({ vendor, family, model, stepping })).toEqual({ mcpu, processor });
	}
);
