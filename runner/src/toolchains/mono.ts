/** C# on Mono 6.12, compiled ahead of time, so that there is a file with the machine code that runs. */
import { addressesOf, type DecodedFunction, hexadecimal } from '../inspect/listing.ts';
import { disassembleCommand, readDisassembly, withLines } from '../inspect/disassemble.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import { failureOf } from '../measure/failure-of.ts';
import type { Rows } from '../measure/rows.ts';
import type { RuntimeRow } from '../measure/runtime-rows.ts';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import { dotnetLimits, inForce } from '../sandbox/limits.ts';
import type { FailureFacts, Stage } from '@cyclelab/contract/schema/failure';
import {
	assemblyName,
	dotnetEnv,
	harness,
	languageVersion,
	linesName,
	mcsCommand,
	mcsFlags,
	mono as program,
	readMcsOutput
} from './dotnet-compile.ts';
import { countMoved, type Places } from './dotnet-count.ts';
import { noKernel } from './dotnet-diagnostics.ts';
import { ofTheLearner } from './mono-listing.ts';
import { sourceName } from './names.ts';
import {
	step,
	type Build,
	type BuiltProgram,
	type DisassembledProgram,
	type Steps,
	type Toolchain
} from './toolchain.ts';

/** Mono looks for it under exactly this name, beside the assembly. */
const imageName = (variant: string) => `${variant}.dll.so`;

/** `all` leaves out what is not safe: bounds of arrays are checked unless it can be proven that they hold. */
const aotFlags = ['--aot', '-O=all'] as const;

/** Leaves the artifact `<variant>.dll.so`. */
function aotCommand({ variant }: Build, limits: Limits): Command {
	const [aot, optimise] = aotFlags;
	return {
		argv: [
			program,
			'--debug',
			`${aot}=outfile={out}/${imageName(variant)}`,
			optimise,
			`{in}/${assemblyName(variant)}`
		],
		env: dotnetEnv,
		uses: [assemblyName(variant), linesName(variant)],
		produces: [imageName(variant)],
		limits
	};
}

function* make(build: Build): Steps<BuiltProgram> {
	const { compile, link } = dotnetLimits;
	const compiling = yield* step({ stage: 'compile', command: mcsCommand(build, compile) });
	const compiled = readMcsOutput(compiling, build, compile);
	if (!compiled.ok) return compiled;
	const ahead = yield* step({ stage: 'link', command: aotCommand(build, link) });
	const failure = failureOf(ahead, { stage: 'link', variant: build.variant }, inForce(link));
	if (failure) return failed(failure);
	const { artifacts, ...others } = compiled.value;
	return done({ artifacts: [...artifacts, imageName(build.variant)], ...others });
}

function* see(build: Build): Steps<DisassembledProgram> {
	const { variant, target } = build;
	const limits = dotnetLimits.disassemble;
	const stage: Stage = 'disassemble';
	const listed = disassembleCommand(imageName(variant), target, limits, ['-j', '.text']);
	const listing = yield* step({ stage, command: listed });
	const read = readDisassembly(listing, variant, target, inForce(limits));
	if (!read.ok) return read;
	const functions = ofTheLearner(read.value, listing.stdout.toString('latin1'));
	const hasKernel = functions.some(({ symbol }) => symbol === 'kernel');
	if (!hasKernel && functions.length === 0) return failed(noKernel(variant));
	const addresses = addressesOf(functions);
	const command = addressToLineCommand(imageName(variant), addresses, limits);
	const lines = yield* step({ stage, command });
	return done({
		functions: withLines(functions, readAddressToLine(lines, addresses, sourceName(build))),
		...(hasKernel ? {} : { unfinished: noKernel(variant) }),
		origin: `Mono compiled this code ahead of time into a file; each process confirms that the kernel it calls lies in that file. Functions that the kernel calls through plt_ are not shown: they lie in the library, or are generic methods, compiled while the program runs. ${languageVersion}`
	});
}

/** Where the image was mapped, if the kernel and all methods that are shown ran from it. */
export function imageAt(
	rows: readonly RuntimeRow[],
	functions: readonly DecodedFunction[],
	where: { stage: Stage; variant: string }
): ReadResult<number> {
	const refused = (reason: string): ReadResult<number> =>
		failed({ ...where, kind: 'implausible', bound: 'sameCode', reason } satisfies FailureFacts);
	const image = rows.find((row) => row.t === 'image');
	if (!image) return refused('Its runtime did not say where its code was.');
	const shown = functions.find(({ symbol }) => symbol === 'kernel')?.address;
	if (image.at === 0 || shown === undefined || image.kernel - image.at !== shown)
		return refused('Mono did not run the kernel from the code that is shown.');
	const other = rows.find((row) => row.t === 'jit');
	if (other)
		return refused(
			`Mono compiled ${other.method} again instead of running the code that is shown.`
		);
	return done(image.at);
}

const execute: Toolchain['execute'] = ({ variant }) => ({
	argv: [program, harness, `{in}/${assemblyName(variant)}`],
	env: {
		...dotnetEnv,
		// No thread of the collector works beside the kernel.
		MONO_GC_PARAMS: 'major=marksweep'
	},
	uses: [assemblyName(variant), linesName(variant), imageName(variant)]
});

export const mono: Toolchain = {
	compiler: 'mono-6.12',
	languages: ['cs'],
	targets: ['x86-64'],
	image: 'dotnet',
	version: { argv: [program, '--version'], pattern: /version (\d+\.\d+\.\d+)/ },
	defaultFlags: () => [...mcsFlags, ...aotFlags],
	limits: dotnetLimits,
	build: make,
	disassemble: see,
	*count(build, made, { functions }, asked) {
		const where = { stage: 'count', variant: build.variant } as const;
		const placesOf = (rows: Rows): ReadResult<Places> => {
			const at = imageAt(rows.runtime ?? [], functions, where);
			return at.ok
				? done(new Map(functions.map((decoded) => [decoded, decoded.address + at.value])))
				: at;
		};
		const { count } = dotnetLimits;
		return yield* countMoved(build, execute(build, made), functions, placesOf, asked, count);
	},
	execute,
	doubt(rows, { functions }, variant) {
		const at = imageAt(rows.runtime ?? [], functions, { stage: 'measure', variant });
		return at.ok ? undefined : at.failure;
	}
};

// Addr2line of the binutils: lines of an image that Mono compiled. Its unit of debug information does not point to its line
// table, for which LLVM's tools ask; the binutils find it by address.

export function addressToLineCommand(
	program: string,
	addresses: readonly number[],
	limits: Limits
): Command {
	return {
		argv: ['/usr/bin/addr2line', '-e', `{in}/${program}`],
		env: {},
		uses: [program],
		stdin: addresses.map((address) => `${hexadecimal(address)}\n`).join(''),
		limits
	};
}

/** `/path/kernel.cs:4`, or `??:0`; behind it may stand a discriminator. One line for each address asked, in their order. */
const answer = /^(.+):(\d{1,7})(?: \(.*\))?$/;

export function readAddressToLine(
	output: Output,
	addresses: readonly number[],
	file: string
): Map<number, number> {
	const lines = new Map<number, number>();
	output.stdout
		.toString('utf8')
		.split('\n')
		.slice(0, addresses.length)
		.forEach((text, index) => {
			const [, path = '', line = '0'] = answer.exec(text.slice(0, 4000)) ?? [];
			const address = addresses[index];
			if (address === undefined || Number(line) === 0) return;
			if (path === file || path.endsWith(`/${file}`)) lines.set(address, Number(line));
		});
	return lines;
}
