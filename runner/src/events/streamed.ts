/** Instructions that store past the caches. Pure. */
import type { Decoded } from '../inspect/listing.ts';

/**
 * Non-temporal stores of x86-64. A line that one of them writes leaves the caches, and its next load finds it in memory (AMD64 Architecture
 * Programmer's Manual 1, "Cache and Memory Management": streaming stores). Those of arm64 are hints.
 */
export const isStreamed = (instruction: Pick<Decoded, 'mnemonic'> | undefined): boolean =>
	instruction !== undefined && /^v?movnt(i|q|dq|ps|pd)$/.test(instruction.mnemonic);
