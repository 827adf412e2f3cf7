/** Whole binaries disassembled, sanitised and assembled again: number of instructions, and the refused instructions. */
import { toolchains } from '../../../runner/src/toolchains/toolchains.ts';
import { allBinaries, roundTrips, type Binary, type RoundTrip } from '../../roundtrip.ts';
import type { Context, SectionResult, Section } from '../section.ts';

export const roundtrip: Section = {
	name: 'roundtrip',
	about: 'every instruction of whole binaries, disassembled, sanitised and assembled again',
	run
};

async function run(context: Context): Promise<SectionResult> {
	const all = await allBinaries();
	const binaries = (context.quick ? all.slice(2, 4) : all).filter(canBuild);
	const results: RoundTrip[] = [];
	// Keeps the results before a failure.
	const note = (result: RoundTrip) => {
		results.push(result);
		context.at(results.length, binaries.length, 'binary');
	};
	const stopped = await roundTrips(binaries, note).then(
		() => [],
		(error: unknown) => [`Stopped after ${results.length} of ${binaries.length}: ${String(error)}`]
	);
	if (stopped.length > 0) process.exitCode = 1;
	const rejected = results.flatMap((one) =>
		one.rejected.map((text) => `${one.name}, ${one.target}: ${text}`)
	);
	const unknown = results.filter(({ unknownIn }) => unknownIn.length > 0);
	const missing = all.filter((one) => !canBuild(one));
	return {
		tables: [
			{
				headings: ['binary', 'for', 'instructions', 'unique', 'rejected', 'functions with data'],
				rows: results.map(({ name, target, instructions, unique, rejected, unknownIn }) => [
					name,
					target,
					`${instructions}`,
					`${unique}`,
					`${rejected.length}`,
					`${unknownIn.length}`
				])
			}
		],
		notes: [
			...stopped,
			`Target: no reject that is code. Rejected: ${rejected.length} of ${results.reduce((sum, { unique }) => sum + unique, 0)} unique instructions.`,
			...rejected.slice(0, 20).map((text) => `  ${text}`),
			...unknown.map(
				({ name, target, unknownIn }) =>
					`Words that are no instruction, in ${name}, ${target}: ${unknownIn.join(', ')}.`
			),
			...(missing.length > 0
				? [`Not there yet: ${[...new Set(missing.map(({ name }) => name))].join(', ')}.`]
				: [])
		],
		data: results
	};
}

const canBuild = ({ from }: Binary) =>
	!('compiler' in from) || toolchains.some(({ compiler }) => compiler === from.compiler);
