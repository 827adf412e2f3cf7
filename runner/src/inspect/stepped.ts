/**
 * Counting on the processor, by single steps (`images/base/audit/count.h`): for programs with instructions that qemu lacks, and
 * for programs that choose their code by what the processor has. A step takes 3 to 25 us, where qemu executes a hundred
 * instructions in one: calls are shorter. Pure.
 */
import { z } from 'zod';
import type { DecodedFunction } from './listing.ts';
import type { Command, Limits } from '../sandbox/command.ts';
import { countingEnv, lengthsOf, type CountRequest } from '../toolchains/harness-env.ts';

/** Instructions of all calls of one process. */
export const stepsAtMost = 400_000;
/** For these steps, ms. */
const stepsMs = 12_000;
/** For the whole process, ms. */
const wallMs = 20_000;

/** Why nothing was counted. `signal`: by which the program ended; 0: it exited, or did not end. */
const Unstepped = z.strictObject({
	none: z.enum(['ended', 'threads', 'unreachable', 'steps', 'places']),
	signal: z.int().nonnegative().max(64).optional()
});
export type Unstepped = z.infer<typeof Unstepped>;

/**
 * @param program as the processor executes it
 * @param kernel address of its first instruction
 * @param steps instructions to count at most; 0: nothing is counted, and its rows have what its calls return
 */
export function stepCommand(
	{ argv, env, uses = [] }: Pick<Command, 'argv' | 'env' | 'uses'>,
	kernel: number,
	asked: CountRequest,
	limits: Limits,
	steps = stepsAtMost
): Command {
	return {
		argv: [...argv],
		env: { ...env, ...countingEnv(asked) },
		uses: [...uses],
		audit: ['count', kernel.toString(16), ...[lengthsOf(asked).length, steps, stepsMs].map(String)],
		limits: { ...limits, wallMs }
	};
}

/** The reason in the output's place, if it is no text of counts. */
export function readUnstepped(text: Buffer): Unstepped | undefined {
	if (text.length > 0 && text[0] !== '{'.charCodeAt(0)) return undefined;
	let value: unknown;
	try {
		value = JSON.parse(text.toString('latin1', 0, 256));
	} catch {
		return { none: 'steps' };
	}
	const read = Unstepped.safeParse(value);
	return read.success ? read.data : { none: 'unreachable' };
}

const beyond =
	'This program uses instructions that the counting emulator does not know: it is measured, not counted';
const reasons: Record<Exclude<Unstepped['none'], 'ended'>, string> = {
	threads: 'on the processor it cannot be stepped through, because it starts threads or processes',
	unreachable: 'on the processor it could not be stepped through',
	steps: `on the processor, a call takes more than the ${stepsAtMost.toLocaleString('en')} instructions that are stepped through, or longer than ${stepsMs / 1000} s`,
	places: 'on the processor it has too many instructions to count each'
};

/** Why a program with instructions that qemu lacks has no counts; a sentence. */
export const uncountedBecause = (none?: Exclude<Unstepped['none'], 'ended'>): string =>
	none === undefined ? `${beyond}.` : `${beyond}. It was tried: ${reasons[none]}.`;

/** Instructions that qemu 10 does not have, and the extension that has them, as Linux names it. */
const beyondEmulator: readonly { pattern: RegExp; extension: string }[] = [
	{ pattern: /\bzmm\d|\b[xy]mm(1[6-9]|2\d|3[01])\b|\bk[1-7]\b|\{1to\d+\}/, extension: 'avx512f' },
	// Mnemonics that have no form without EVEX (Intel's manual, volume 2), on registers that others have, too.
	{
		pattern:
			/^v(p(ternlog|ro[lr]v?|perm[it]2|compress|expand|popcnt|lzcnt|conflict|madd52|shld|shrd|multishift|mov(us|s)?(wb|d[bw]|q[bwd])\b|absq|mullq|(max|min)[su]q|s(ra|rav)q|s(ll|rl|ra)vw|(and|andn|or|xor)[dq]\b|perm[bw]\b)|(compress|expand|rndscale|scalef|getexp|getmant|fixupimm|range|reduce|fpclass|rcp14|rsqrt14|dbpsadbw|align[dq])|movdq([au](32|64)|u(8|16))\b|(insert|extract|shuf|broadcast)[fi](32|64)x|cvt\w*(uq|ud|2qq|qq2|usi|2ph[xw]|ph2[uwq]))/,
		extension: 'avx512f'
	},
	{ pattern: /^v?gf2p8/, extension: 'gfni' },
	{ pattern: /^vpclmul\w+ ymm/, extension: 'vpclmulqdq' },
	{ pattern: /^\{vex\} vpdp(bu|ws)/, extension: 'avx_vnni' },
	// Without the prefix it has the encoding of AVX-512, on narrow vectors as well.
	{ pattern: /^vpdp(bu|ws)/, extension: 'avx512_vnni' }
];

/** The extension that an instruction needs, if qemu lacks it; undefined where qemu has the instruction. */
export const beyondIn = (text: string): string | undefined =>
	beyondEmulator.find(({ pattern }) => pattern.test(text))?.extension;

/**
 * Asks the processor what it has, by itself or through Rust's library or glibc (whose code is not shown). The emulator's answer is
 * another than the processor's.
 */
const asks =
	/^(?:cpuid|xgetbv)\b|^call [^<]*<(?:(?:getauxval|__x86_get_cpuid_feature_leaf)(?:@plt)?>|(?:\w+::)*std_detect::)/;

/**
 * Whether the processor may execute other code than the emulator did: the program asked the processor what it has, or holds
 * instructions that the emulator lacks and did not come to.
 * @param counts executions by address, under the emulator
 */
export const mayChooseOtherwise = (
	functions: readonly DecodedFunction[],
	counts: ReadonlyMap<number, number>
): boolean =>
	functions.some(({ instructions }) =>
		instructions.some(({ address, text }) => {
			const times = counts.get(address) ?? 0;
			return times > 0 ? asks.test(text) : beyondIn(text) !== undefined;
		})
	);
