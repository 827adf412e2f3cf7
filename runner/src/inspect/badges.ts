/** What llvm-mca cannot see in a loop, and what a reader should doubt: one sentence each, from opcodes and counts. */
import type { Facts, Target } from '@cyclelab/exercises/schema';
import { cycles, number } from '@cyclelab/contract/measure/sentence-numbers';
import type { Badge } from '@cyclelab/contract/schema/code';
import { besideMoves, changesRegisters, convertsOddly, type Figure } from './figures-znver4.ts';
import * as figuresZnver4 from './figures-znver4.ts';
import * as figuresZnver5 from './figures-znver5.ts';
import type { FoundLoop } from './hot-loop.ts';
import { isaOf } from './isa-of.ts';
import type { Isa } from './isa.ts';
import type { Access } from './registers.ts';
import { hexadecimal, isConditionalJump, type Decoded } from './listing.ts';
import { maximumInstructions } from './loop-path.ts';
import { dependences, isCarried } from './memory-dependences.ts';
import { eliminatesConstantAdds, modelOf } from './models.ts';

type Doubted = {
	found: Pick<FoundLoop, 'path' | 'share' | 'pathCoverage' | 'passesPerEntry' | 'irreducible'>;
	variant: string;
	/** False for a source as the exercise gives it: an empty loop in it is meant. */
	edited: boolean;
	blindSpots: Facts['blindSpots'];
	/** The architecture the loop is compiled for. */
	target: Target;
	/** LLVM name of the processor that measures. */
	microarchitecture: string;
};

/** Shares below this leave too much of the kernel out of the comparison. */
const leastShare = 0.95;
export const leastCoverage = 0.9;
/** Passes of a short trip, whatever it has of instructions; and where the processor has all of them at once. */
const shortTrip = { always: 10, atOnce: 32 };
/** Instructions that every processor of our list (`geometry.ts`) works on at once: an entry of fewer overlaps with the next. */
export const reorderBuffer = 224;

const at = (instructions: readonly number[]) => [...new Set(instructions)].map(hexadecimal);
const percent = (part: number) => (part < 0.01 ? 'less than 1 %' : `${Math.floor(part * 100)} %`);

export function badges(doubted: Doubted): Badge[] {
	const { instructions } = doubted.found.path;
	const isa = isaOf(doubted.target);
	return [
		...opcodeBadges(instructions, isa),
		...memoryBadges(instructions, isa),
		...pathBadges(doubted.found),
		...constantAdds(instructions, doubted.microarchitecture, isa),
		...otherFigures(instructions, doubted.microarchitecture, isa),
		...onlyCounter(doubted, isa),
		...declared(doubted)
	];
}

function memoryBadges(instructions: readonly Decoded[], isa: Isa): Badge[] {
	// who depends on whom takes quadratic time, and a longer pass is not predicted
	if (instructions.length > maximumInstructions) return [];
	const { chased, forwarded, undecided, loads, stores } = dependences(instructions, isa);
	const found: Badge[] = [];
	if (chased.length > 0)
		found.push({
			id: 'assumes-l1-hits',
			label: 'assumes L1 hits',
			sentence:
				'The address of a load comes from a load, and llvm-mca assumes that every load hits the L1 cache.',
			weight: 'outside-model',
			addresses: at(chased)
		});
	const carried = forwarded.filter((forwarding) => forwarding.carried);
	const addresses = at(forwarded.flatMap(({ load, stores: from }) => [...from, load]));
	if (carried.some(({ contained }) => !contained))
		found.push({
			id: 'store-forwarding',
			label: 'store forwarding fails',
			sentence:
				'A load needs bytes of several stores or more bytes than one store wrote, so it must wait for the cache; llvm-mca assumes that loads never meet stores.',
			weight: 'outside-model',
			addresses
		});
	else if (carried.length > 0)
		found.push({
			id: 'store-forwarding',
			label: 'store forwarding',
			sentence:
				'Each pass loads a value that the previous pass has stored, and llvm-mca assumes that loads never meet stores.',
			weight: 'outside-model',
			addresses
		});
	else if (undecided.length > 0)
		found.push({
			id: 'store-forwarding',
			label: 'perhaps store forwarding',
			sentence:
				'A load and a store keep their places from pass to pass; if both are the same place, each pass waits for the previous one, and llvm-mca assumes that they are not.',
			weight: 'outside-model',
			addresses: at(undecided.flatMap(({ load, store }) => [load, store]))
		});
	else if (forwarded.length > 0)
		found.push({
			id: 'store-forwarding',
			label: 'store forwarding',
			sentence:
				'A load reads what was just stored, which llvm-mca does not see; nothing stored later depends on it.',
			weight: 'caution',
			addresses
		});
	else if (loads.length > 0 && stores.length > 0)
		found.push({
			id: 'assumes-no-aliasing',
			label: 'assumes no aliasing',
			sentence:
				'The loop loads and stores, and llvm-mca assumes that no load reads what a store of the loop wrote.',
			weight: 'caution',
			addresses: at([...loads, ...stores])
		});
	return found;
}

/** A call whose target depends on a register: the core predicts it, as it does a conditional branch. */
const callsByPointer = ({ flow, target, operands }: Decoded) =>
	flow === 'call' && target === undefined && !operands.some((operand) => operand.includes('rip'));

const branchesIn = (jumps: number, pointers: number) =>
	[
		...(jumps > 0 ? [`${jumps} conditional branch${jumps > 1 ? 'es' : ''}`] : []),
		...(pointers > 0 ? [`${pointers} call${pointers > 1 ? 's' : ''} through a pointer`] : [])
	].join(' and ');

function pathBadges(hot: Doubted['found']): Badge[] {
	const { path, share, pathCoverage, passesPerEntry, irreducible } = hot;
	const found: Badge[] = [];
	const jumps = path.instructions.filter(isConditionalJump).map(({ address }) => address);
	const pointers = path.instructions.filter(callsByPointer).map(({ address }) => address);
	if (pathCoverage < leastCoverage)
		found.push({
			id: 'path-dependent',
			label: 'path-dependent',
			sentence: `Only ${percent(pathCoverage)} of the passes take the predicted path, and llvm-mca does not know branch mispredictions.`,
			weight: 'outside-model',
			addresses: at(jumps)
		});
	else if (jumps.length > 1 || pointers.length > 0)
		found.push({
			id: 'branch-prediction',
			label: 'branch prediction not modelled',
			sentence: `A pass has ${branchesIn(jumps.length, pointers.length)}, and llvm-mca assumes that all are predicted.`,
			weight: 'caution',
			addresses: at([...jumps, ...pointers])
		});
	if (share < leastShare)
		found.push({
			id: 'part-of-the-kernel',
			label: 'part of the kernel',
			sentence: `The loop has ${percent(share)} of the executed instructions; the others are measured but not predicted.${irreducible > 0 ? ' Loops that are entered at several places are not looked at.' : ''}`,
			weight: 'outside-model',
			addresses: []
		});
	if (
		passesPerEntry !== undefined &&
		(passesPerEntry < shortTrip.always ||
			(passesPerEntry < shortTrip.atOnce &&
				passesPerEntry * path.instructions.length < reorderBuffer))
	)
		found.push({
			id: 'short-trips',
			label: 'short trips',
			sentence: `The loop makes ${passesPerEntry.toFixed(1)} passes each time it is entered; the work around it and the misprediction when it ends are not modelled.`,
			weight: 'caution',
			addresses: []
		});
	return found;
}

/** Two or more constant additions to one register: a chain for the model, free on cores that fold them while renaming. */
function constantAdds(
	instructions: readonly Decoded[],
	microarchitecture: string,
	isa: Isa
): Badge[] {
	if (!eliminatesConstantAdds(microarchitecture)) return [];
	const chains = new Map<string, number[]>();
	for (const instruction of instructions) {
		const name = isa.constantAdd(instruction);
		if (name === undefined) continue;
		const chain = chains.get(name);
		if (chain) chain.push(instruction.address);
		else chains.set(name, [instruction.address]);
	}
	const folded = [...chains.values()].filter((chain) => chain.length > 1).flat();
	return folded.length === 0
		? []
		: [
				{
					id: 'constant-adds',
					label: 'hardware may be faster',
					sentence:
						'This processor adds small constants while renaming registers, in no time; the model gives each addition a cycle.',
					weight: 'caution',
					addresses: at(folded)
				}
			];
}

/** A processor whose instructions were measured beside LLVM's model of Zen 4, by which LLVM answers about it. */
type MeasuredCore = {
	/** For people: the processor, and the model. */
	name: string;
	model: string;
	latencies: readonly Figure[];
	throughputs: readonly Figure[];
	/** Instructions that it begins in a cycle. */
	width: number;
	/** Cycles of a move to a vector register and back. */
	thereAndBack: number;
	/** Whether no integer operation ends while a value leaves the vector registers. */
	interrupts: boolean;
};

const measuredCores: Readonly<Record<string, MeasuredCore>> = {
	znver4: {
		...figuresZnver4,
		name: 'Zen 4',
		model: 'LLVM’s model of it',
		width: 6,
		thereAndBack: 6,
		interrupts: true
	},
	znver5: {
		...figuresZnver5,
		name: 'Zen 5',
		model: 'LLVM’s model of Zen 4, which stands in',
		width: 8,
		thereAndBack: 7,
		interrupts: false
	}
};

/** Where the model by which LLVM answers about the processor that measures has other figures than the processor. */
function otherFigures(
	instructions: readonly Decoded[],
	microarchitecture: string,
	isa: Isa
): Badge[] {
	const isOfZen4 = modelOf(microarchitecture)?.model === 'Znver4';
	const core = isOfZen4 ? measuredCores[microarchitecture] : undefined;
	if (!core) return [];
	const found: Badge[] = [];
	const add = (badge: Omit<Badge, 'addresses'>, some: readonly Decoded[]) => {
		if (some.length > 0)
			found.push({ ...badge, addresses: at(some.map(({ address }) => address)) });
	};
	const between = instructions.filter(
		(instruction) =>
			changesRegisters(instruction) && isCarried(instructions, instruction.address, isa)
	);
	add(
		{
			id: 'conversion',
			label: 'conversion',
			sentence:
				'LLVM’s model of Zen 4 has wrong figures for conversions of this kind, so the prediction may be too high or too low: vpmovsxdq from memory to 256 bits takes 0.5 cycles and 1.5 in the model, vcvttpd2dq from 256 bits 6 and 3.',
			weight: 'outside-model'
		},
		instructions.filter(convertsOddly)
	);
	add(
		{
			id: 'register-files',
			label: 'between register files',
			sentence: `The next pass needs a value that goes between a general and a vector register; there and back take ${core.thereAndBack} cycles on ${core.name}, and 2 in ${core.model}.`,
			weight: 'outside-model'
		},
		between
	);
	// Where the next pass waits for such a move, nothing else decides.
	const others = core.interrupts && between.length === 0 ? interrupted(instructions, core) : [];
	return [
		...found,
		...figured('latency', chained(instructions, core, isa)),
		...figured('throughput', [...crowded(instructions, core), ...others])
	];
}

/** What takes other cycles in LLVM's model than on the processor. */
type Differing = {
	sentence: string;
	model: number;
	processor: number;
	instructions: readonly Decoded[];
};

/** One badge for each direction: of the greatest difference. */
function figured(what: 'latency' | 'throughput', all: readonly Differing[]): Badge[] {
	const greatest = (isQuicker: boolean) =>
		all
			.filter(({ model, processor }) => processor < model === isQuicker)
			.toSorted((a, b) => Math.abs(b.model - b.processor) - Math.abs(a.model - a.processor))
			.slice(0, 1);
	const badge = (
		direction: 'quicker' | 'slower',
		label: string,
		{ sentence, instructions }: Differing
	): Badge => ({
		id: `${direction}-${what}`,
		label,
		sentence,
		weight: 'caution',
		addresses: at(instructions.map(({ address }) => address))
	});
	return [
		...greatest(true).map((one) => badge('quicker', 'hardware may be faster', one)),
		...greatest(false).map((one) => badge('slower', 'hardware may be slower', one))
	];
}

/** Instructions whose result the next pass needs, if they change the time of a pass by a tenth of what its instructions take at least. */
function chained(instructions: readonly Decoded[], core: MeasuredCore, isa: Isa): Differing[] {
	const least = Math.max(1, instructions.length / core.width);
	return core.latencies.flatMap(({ name, matches, byAddress, atMost, model, processor }) => {
		const through = byAddress ? 'address' : 'operands';
		const found = instructions.filter(
			(instruction) =>
				matches(instruction) && isCarried(instructions, instruction.address, isa, through)
		);
		const [first] = found;
		if (!first || found.length * Math.abs(processor - model) < 0.1 * least) return [];
		const sentence = `The next pass needs the result of ${name ?? first.mnemonic}, which takes ${atMost ? 'up to ' : ''}${cycles(processor)} on ${core.name}, and ${number(model)} in ${core.model}.`;
		return [{ sentence, model, processor, instructions: found }];
	});
}

/** Instructions of one kind that alone take longer than a pass does by its number of instructions. */
function crowded(instructions: readonly Decoded[], core: MeasuredCore): Differing[] {
	return core.throughputs.flatMap(({ name, matches, ...each }) => {
		const found = instructions.filter(matches);
		const [first] = found;
		const model = found.length * each.model;
		const processor = found.length * each.processor;
		const longer = Math.max(model, processor);
		if (!first || !isLonger(instructions, longer, Math.min(model, processor), core)) return [];
		const kind = name ?? `instructions like ${first.mnemonic}`;
		const sentence = `A pass has ${found.length} ${kind}, which take at least ${cycles(processor)} on ${core.name}, and ${number(model)} in ${core.model}.`;
		return [{ sentence, model, processor, instructions: found }];
	});
}

/** Whether instructions take longer than their number alone, and than `otherwise`. */
const isLonger = (
	{ length }: readonly Decoded[],
	cycles: number,
	otherwise: number,
	{ width }: MeasuredCore
) => cycles >= 1.1 * Math.max(1, length / width, otherwise);

/** Integer operations that wait for moves from vector registers. */
function interrupted(instructions: readonly Decoded[], core: MeasuredCore): Differing[] {
	const found = besideMoves(instructions);
	if (!found || !isLonger(instructions, found.processor, found.model, core)) return [];
	const { model, processor, moves, operations } = found;
	const [first] = moves;
	const kinds = `${moves.length} move${moves.length > 1 ? 's' : ''} like ${first?.mnemonic} from vector registers to general ones or to the flags, and ${operations} integer operations`;
	const sentence = `A pass has ${kinds}. ${core.name} ends no integer operation while it does such a move, so they take at least ${cycles(processor)} there, and ${number(model)} in ${core.model}.`;
	return [{ sentence, model, processor, instructions: moves }];
}

/** The prediction of a loop that only counts is right, and is about nothing that the source says. */
function onlyCounter({ found, edited }: Doubted, isa: Isa): Badge[] {
	if (!edited) return [];
	const { path, share, pathCoverage } = found;
	const all = path.instructions.length;
	const own = path.instructions.filter(({ flow }) => flow !== 'call');
	// Nothing is executed outside of the loop but the return of each function that it calls.
	const leastOwn = (leastShare * all) / (all + all - own.length);
	if (share < leastOwn || pathCoverage < leastCoverage) return [];
	if (!onlyCounts(own, isa)) return [];
	const left =
		own.length < all
			? {
					label: 'only a call is left',
					what: 'a call: the function that the loop calls returns at once'
				}
			: { label: 'only the counter is left', what: 'the counter: a pass of the loop only counts' };
	return [
		{
			id: 'only-the-counter',
			label: left.label,
			sentence: `Nothing is left of your code but ${left.what}. Return what the loop computes, and let it depend on data that setup() writes, so that the compiler keeps it.`,
			weight: 'caution',
			addresses: at(path.instructions.map(({ address }) => address))
		}
	];
}

/** Effects outside the model that the exercise itself declares. */
function declared({ variant, blindSpots }: Doubted): Badge[] {
	return blindSpots
		.filter(({ variants }) => variants.includes(variant))
		.map(({ label, sentence }, index) => ({
			id: `blind-spot-${index + 1}`,
			label,
			sentence,
			weight: 'outside-model',
			addresses: []
		}));
}

// What is left of a loop when the compiler removed everything that has no effect: its counter.

/**
 * Whether a pass only counts: constants are added to one register, which is compared; other instructions read nothing. A loop
 * that adds constants to two registers computes something, and several nops are there because somebody wrote them; compilers
 * align with one.
 */
export function onlyCounts(instructions: readonly Decoded[], isa: Isa): boolean {
	const counters = new Set(
		instructions.flatMap(
			(instruction) =>
				// x86-64's loop counts by itself.
				isa.constantAdd(instruction) ??
				(isConditionalJump(instruction) ? isa.access(instruction).writes : [])
		)
	);
	const written = new Set(instructions.flatMap((instruction) => isa.access(instruction).writes));
	const nops = instructions.filter(({ mnemonic }) => isa.padding.has(mnemonic)).length;
	return (
		counters.size === 1 &&
		nops <= 1 &&
		instructions.every((instruction) => countsOrReadsNothing(instruction, counters, written, isa))
	);
}

/**
 * A register gets a constant, 0 by an exclusive or with itself, or a register that no pass changes. A pop, say, reads nothing by
 * name and more by itself.
 */
const setsConstant = /^(mov[nz]?|fmov|v?movap[sd]|v?p?xor(p[sd])?)$/;
const compares = /^(cmp|cmn|test|tst)$/;

function countsOrReadsNothing(
	instruction: Decoded,
	counters: ReadonlySet<string>,
	written: ReadonlySet<string>,
	isa: Isa
): boolean {
	const { mnemonic } = instruction;
	if (isConditionalJump(instruction) || isa.constantAdd(instruction) !== undefined) return true;
	if (isa.padding.has(mnemonic)) return true;
	const access = isa.access(instruction);
	if (access.memory) return isBound(mnemonic, access, counters, written);
	if (compares.test(mnemonic)) return true;
	return setsConstant.test(mnemonic) && !access.reads.some((name) => written.has(name));
}

/** A comparison of the counter with a place in memory that no pass changes: how many passes there are. */
const isBound = (
	mnemonic: string,
	{ reads, memory }: Access,
	counters: ReadonlySet<string>,
	written: ReadonlySet<string>
): boolean =>
	mnemonic === 'cmp' &&
	memory?.registers.some((name) => written.has(name)) === false &&
	reads.some((name) => counters.has(name));

// Badges for instructions whose cost llvm-mca's models do not describe. Evidence: predicted and measured side by side per
// kind.

export function opcodeBadges(instructions: readonly Decoded[], { opcodes }: Isa): Badge[] {
	return opcodes.flatMap(({ id, label, sentence, matches }) => {
		const found = instructions.filter(matches).map(({ address }) => hexadecimal(address));
		return found.length === 0
			? []
			: [{ id, label, sentence, weight: 'outside-model', addresses: found }];
	});
}
