/**
 * Why a loop with loads of 512 bits may take longer than its prediction: each is as long as a cache line, so it needs two lines unless it
 * begins with one. llvm-mca does not know addresses. Pure.
 */
import type { HotLoop } from '@cyclelab/contract/schema/code';
import { whole } from '@cyclelab/contract/measure/sentence-numbers';

/**
 * Processors on which this was measured. Zen 5 (family 26, model 2): eight loads of 512 bits take 4.00 cycles, and 7.98 from 1, 4 or 16
 * bytes further on; eight stores take 7.98 in both cases, and a load and a store 1.00 and 1.95.
 */
const measuredOn: ReadonlySet<string> = new Set(['znver5']);
const lineBytes = 64;
/** Static data lies above, and what a pointer is added to does not. */
const leastStatic = 0x10000;
const near = 0.1;

const loads = /^\S+ (?!zmmword).*zmmword ptr \[([^\]]*)\]/;
const stores = /^v?mov\S+ zmmword ptr \[/;

/** Whether the address is that of static data, which begins with a line. */
function beginsWithLine(address: string): boolean {
	const [, digits] = /\+ 0x([\da-f]+)$/.exec(address) ?? [];
	const place = digits === undefined ? 0 : parseInt(digits, 16);
	return place >= leastStatic && place % lineBytes === 0;
}

/** @param measured cycles of a pass. Returns a sentence behind a blank, or nothing */
export function whyByCrossing(
	hotLoop: Pick<HotLoop, 'instructions'> | undefined,
	mcpu: string,
	measured: number
): string {
	if (!hotLoop || !measuredOn.has(mcpu)) return '';
	const texts = hotLoop.instructions.map(({ text }) => text);
	const addresses = texts.flatMap((text) => loads.exec(text)?.[1] ?? []);
	const all = addresses.length + texts.filter((text) => stores.test(text)).length;
	const explains =
		measured >= (1 - near) * addresses.length && measured <= (1 + near) * Math.max(1, all);
	if (addresses.length === 0 || !explains || addresses.every(beginsWithLine)) return '';
	return ` Its loads of 512 bits (${whole(addresses.length)} a pass) would explain it, if they begin at no multiple of ${lineBytes} bytes: each then needs two cache lines, and this core does one a cycle instead of two.`;
}
