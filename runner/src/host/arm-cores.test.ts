import { expect, test } from 'vitest';
import { nameArm } from './arm-cores.ts';

test.each([
	['Graviton 2, Altra', 0x41, 0xd0c, 'neoverse-n1', 'Arm Neoverse N1'],
	['Graviton 3', 0x41, 0xd40, 'neoverse-v1', 'Arm Neoverse V1'],
	['Graviton 4, Grace', 0x41, 0xd4f, 'neoverse-v2', 'Arm Neoverse V2'],
	['Cobalt 100', 0x6d, 0xd49, 'neoverse-n2', 'Arm Neoverse N2'],
	['Arm', 0x41, 0xd8e, 'neoverse-n3', 'Arm Neoverse N3'],
	['Arm', 0x41, 0xd84, 'neoverse-v3', 'Arm Neoverse V3'],
	['Raspberry Pi 4', 0x41, 0xd08, 'cortex-a72', 'Arm Cortex-A72'],
	['Raspberry Pi 5', 0x41, 0xd0b, 'cortex-a76', 'Arm Cortex-A76'],
	['Orin', 0x41, 0xd42, 'cortex-a78ae', 'Arm Cortex-A78AE'],
	['Arm', 0x41, 0xd85, 'cortex-x925', 'Arm Cortex-X925'],
	['Snapdragon', 0x51, 0x804, 'cortex-a76', 'Arm Cortex-A76'],
	['Snapdragon X', 0x51, 0x001, 'oryon-1', 'Qualcomm oryon-1'],
	['Ampere One', 0xc0, 0xac4, 'ampere1a', 'Ampere ampere1a'],
	['Apple', 0x61, 0x23, 'apple-m1', 'Apple M1'],
	['Apple', 0x61, 0x39, 'apple-m2', 'Apple M2'],
	['an Apple core of later', 0x61, 0x77, 'generic', 'arm64 implementer 0x61 part 0x77'],
	['nobody', 0x00, 0x00, 'generic', 'arm64 implementer 0x0 part 0x0']
])('%s: implementer 0x%s part 0x%s is %s', (_, implementer, part, mcpu, processor) => {
	expect(nameArm(implementer, part)).toEqual({ mcpu, processor });
});
