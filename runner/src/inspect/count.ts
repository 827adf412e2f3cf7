/**
 * The count run: the program under qemu-user with our plugin, which says how often each translated block was executed.
 * Read into exact executions per instruction. The program is linked to fixed addresses, so the plugin's addresses are the
 * listing's.
 */
import type { Target } from '@cyclelab/exercises/schema';
import { countingEnv, type Asked } from '../toolchains/toolchain.ts';
import type { Command, Limits } from '../sandbox/command.ts';
import { isaOf } from './isa.ts';
import { isEnd, isJump, type Decoded, type DecodedFunction } from './listing.ts';

const qemu = '/opt/cyclelab/qemu';

/**
 * @param program as the processor would execute it
 * @param counts artifact the plugin writes
 */
export function countCommand(
	{ argv, env, uses = [], counts }: Pick<Command, 'argv' | 'env' | 'uses'> & { counts: string },
	target: Target,
	asked: Asked,
	limits: Limits
): Command {
	const [emulator = '', ...options] = isaOf(target).emulator;
	return {
		argv: [
			`${qemu}/ld.so`,
			'--library-path',
			`${qemu}/lib`,
			`${qemu}/${emulator}`,
			...options,
			'-plugin',
			`${qemu}/count.so,out={out}/${counts}`,
			...argv
		],
		env: { ...env, ...countingEnv(asked) },
		uses: [...uses],
		produces: [counts],
		limits
	};
}

const blockLine = /^([0-9a-f]{1,16}) (\d{1,6}) (\d{1,16})$/;

/**
 * Executions by instruction address, for all instructions of `functions` (0 = never). Blocks overlap, so counts add up.
 * Undefined if the text is not the plugin's (it is written when the program ends, by qemu, in the program's own folder).
 */
export function readCounts(
	text: string,
	functions: readonly DecodedFunction[]
): Map<number, number> | undefined {
	const lines = text.split('\n');
	if (!/^start [0-9a-f]{1,16} [0-9a-f]{1,16} [0-9a-f]{1,16}$/.test(lines[0] ?? ''))
		return undefined;
	const all = functions.flatMap(({ instructions }) => instructions);
	const position = new Map(all.map(({ address }, index) => [address, index]));
	// Differences: a block adds at its beginning and subtracts behind its end, so a long block costs two steps.
	const change = new Array<number>(all.length + 1).fill(0);
	for (const line of lines.slice(1)) {
		if (line.length > 64) return undefined;
		const match = blockLine.exec(line);
		if (!match) continue;
		const from = position.get(parseInt(match[1] ?? '', 16));
		const count = Number(match[3]);
		if (from === undefined || !Number.isSafeInteger(count)) continue;
		const to = Math.min(from + Number(match[2]), all.length);
		change[from] = (change[from] ?? 0) + count;
		change[to] = (change[to] ?? 0) - count;
	}
	const counts = new Map<number, number>();
	let running = 0;
	all.forEach(({ address }, index) => {
		running += change[index] ?? 0;
		counts.set(address, running);
	});
	// Each line may be a count, their sum is none of a program that has ended.
	if ([...counts.values()].some((count) => !Number.isSafeInteger(count))) return undefined;
	all.forEach((instruction, index) => {
		if (repeats(instruction)) counts.set(instruction.address, entered(all, index, counts));
	});
	return counts;
}

/** All instructions that were executed, in whatever code, and each repetition of a repeated one. */
export function readTotal(text: string): number {
	let total = 0;
	for (const line of text.split('\n')) {
		const match = line.length > 64 ? undefined : blockLine.exec(line);
		if (match) total += Number(match[2]) * Number(match[3]);
	}
	return Math.min(total, Number.MAX_SAFE_INTEGER);
}

/** The emulator runs a repeated instruction (`rep movsb`) once per repetition; the processor executes one. */
const repeats = ({ prefixes }: Decoded) => prefixes.some((prefix) => prefix.startsWith('rep'));

/** Its neighbours in the same block are executed as often as it is entered. */
function entered(
	all: readonly Decoded[],
	index: number,
	counts: ReadonlyMap<number, number>
): number {
	const before = all[index - 1];
	const near = [before && !isJump(before) && !isEnd(before) ? before : undefined, all[index + 1]];
	return Math.min(
		counts.get(all[index]?.address ?? 0) ?? 0,
		...near.map((one) => (one ? (counts.get(one.address) ?? 0) : Infinity))
	);
}
