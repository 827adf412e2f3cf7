/**
 * The rows of a language whose programs have a runtime that makes the machine code: which code ran, and where. They stand
 * between the last sample and the last row.
 */
import { z } from 'zod';

/** An address in the process, hexadecimal; user space ends at 2^47. */
const Address = z
	.string()
	.regex(/^[0-9a-f]{1,12}$/)
	.transform((digits) => parseInt(digits, 16));
/** Plain ASCII: it becomes a symbol that a disassembler prints. */
const MethodName = z.string().regex(/^[ -~]{1,120}$/);

/** Machine code a just-in-time compiler made of a method, read where it ran; a long method is several rows. */
const CodeRow = z.strictObject({
	t: z.literal('code'),
	method: MethodName,
	at: Address,
	/** Hexadecimal. */
	bytes: z.string().regex(/^([0-9a-f]{2}){1,128}$/)
});
export type CodeRow = z.infer<typeof CodeRow>;

/** From which IL the machine code of the method at `at` came; a long method is several rows. */
const IlRow = z.strictObject({
	t: z.literal('il'),
	at: Address,
	/** The method's token in its assembly. */
	token: z.int().nonnegative(),
	/** Offset in the machine code, and in the IL; negative IL offsets stand for code without IL. */
	pairs: z.array(z.tuple([z.int().nonnegative(), z.int()])).max(16)
});
export type IlRow = z.infer<typeof IlRow>;

/** Where an image compiled ahead of time is mapped (0: nowhere), and where the kernel is. */
const ImageRow = z.strictObject({ t: z.literal('image'), at: Address, kernel: Address });
export type ImageRow = z.infer<typeof ImageRow>;

/** A method that was compiled just in time although it should be in the image. */
const JitRow = z.strictObject({ t: z.literal('jit'), method: MethodName });
export type JitRow = z.infer<typeof JitRow>;

export const RuntimeRow = z.discriminatedUnion('t', [CodeRow, IlRow, ImageRow, JitRow]);
export type RuntimeRow = z.infer<typeof RuntimeRow>;
