/**
 * OSACA 0.7.1 on one pass through a loop: another tool's view, shown beside llvm-mca's. Where it lacks figures for an
 * instruction it counts none, so it is quoted only for loops it knows completely.
 */
import { z } from 'zod';
import type { Target } from '@cyclelab/exercises/schema';
import type { Command, Limits, Output } from '../sandbox/command.ts';
import type { SecondOpinion } from '@cyclelab/contract/schema/prediction';
import { assembly } from './assembly.ts';
import type { Decoded } from './listing.ts';
import { argvOf, region, source } from './mca-input.ts';
import { errorWords } from './mca-output.ts';
import { coreOf, leadingModel, type Model } from './models.ts';
import { parseJson } from './parse-json.ts';

/** `exact`: OSACA's model was made for the core of this name. */
export type Architecture = { name: string; exact: boolean };

/**
 * OSACA's model for code of an architecture, and LLVM's beside which it stands. It is never exact where no processor of that
 * architecture measures. Undefined if OSACA has none.
 */
export function architectureFor(
	microarchitecture: string,
	target: Target
): { architecture: Architecture; model: Model } | undefined {
	const leader = leadingModel(microarchitecture, target);
	const { osaca, osacaExact = false } = (leader && coreOf(leader.model.mcpu)) ?? {};
	if (!leader || osaca === undefined) return undefined;
	return { architecture: { name: osaca, exact: osacaExact && leader.host }, model: leader.model };
}

/** llvm-mca prints Intel syntax in AT&T's, the only one OSACA reads as objdump writes it. Not needed on arm64. */
export const attCommand = (body: readonly Decoded[], model: Model, limits: Limits): Command => ({
	argv: [
		...argvOf(model),
		'--json',
		'--iterations=1',
		'--output-asm-variant=0',
		'--instruction-info=false',
		'--resource-pressure=false'
	],
	env: {},
	stdin: source(region('loop', body, model.target), model.target),
	limits
});

const Printed = z.object({
	CodeRegions: z.tuple([z.object({ Instructions: z.array(z.string()) })])
});

export type Lines = { lines: readonly string[] } | { refusal: string };

export function readAtt(output: Output, body: readonly Decoded[], model: Model): Lines {
	if (output.exit.code !== 0) return { refusal: errorWords(output.stderr.toString('utf8'), model) };
	const parsed = Printed.safeParse(parseJson(output.stdout.toString('utf8')));
	const lines = parsed.data?.CodeRegions[0].Instructions ?? [];
	return lines.length === body.length
		? { lines: lines.map((line) => line.replaceAll(/\s+/g, ' ')) }
		: { refusal: 'The loop could not be written as OSACA reads it.' };
}

/** arm64 has one syntax, which OSACA reads as it is. */
export const arm64Lines = (body: readonly Decoded[]): Lines => ({
	lines: body.map((instruction) => assembly(instruction, 'arm64') ?? 'nop')
});

export const osacaCommand = (
	lines: readonly string[],
	{ name }: Architecture,
	target: Target,
	limits: Limits
): Command => ({
	argv: [
		'/usr/bin/python3',
		'-m',
		'osaca',
		'--arch',
		name,
		...(target === 'x86-64' ? ['--syntax', 'ATT'] : []),
		'--lines',
		`1-${lines.length}`,
		'--yaml-out',
		'-',
		'-'
	],
	env: { PYTHONPATH: '/opt/osaca' },
	stdin: `${lines.join('\n')}\n`,
	limits
});

/**
 * OSACA prints a table, then YAML. The needed fields are found by name, never by a YAML loader: its tags name Python
 * objects to be made.
 */
export function readOsaca(
	output: Output,
	body: readonly Decoded[],
	architecture: Architecture,
	sourceIterations: number
): SecondOpinion | { refusal: string } {
	const { name } = architecture;
	const outOfTime = output.timedOut || output.exit.signal === 'SIGXCPU';
	if (outOfTime || output.outOfMemory || output.truncated)
		return {
			refusal: 'OSACA did not come to an end within its limits; it may with a shorter loop.'
		};
	const text = output.stdout.toString('utf8');
	// First: where an unknown instruction is on the longest path, OSACA fails with another error.
	const unknown = unknownIn(text, body);
	if (unknown.length > 0)
		return {
			refusal: `OSACA has no figures for ${unknown.slice(0, 4).join(', ')} in its ${name} model, so it has none for the loop.`
		};
	if (output.exit.code !== 0) return { refusal: failed(output, body) };
	const [warnings, ports, version] = [
		/^Warnings: \[([^\]]{0,4000})\]$/m.exec(text)?.[1],
		/^Summary:\n(?: .*\n)*? {2}PortPressure: \{([^}]{0,4000})\}/m.exec(text)?.[1],
		/^Header: \{[^}]{0,4000}Version: ([\d.]{1,40})\}/m.exec(text)?.[1]
	];
	const loopCarried = Number(/^Summary:\n(?: .*\n)*? {2}LCD: ([\d.e+-]+)$/m.exec(text)?.[1]);
	const pressures = [...(ports ?? '').matchAll(/:\s+([\d.e+-]+)/g)].map(([, cycles]) =>
		Number(cycles)
	);
	const portPressure = Math.max(...pressures);
	if (
		warnings === undefined ||
		version === undefined ||
		!Number.isFinite(loopCarried) ||
		!Number.isFinite(portPressure)
	)
		return { refusal: 'OSACA gave an answer that could not be read.' };
	if (warnings !== '')
		return {
			refusal: `OSACA doubts its own answer (${warnings.replaceAll(/\s+/g, ' ')}), so it is not shown.`
		};
	const cyclesPerLoop = Math.max(portPressure, loopCarried);
	return {
		tool: 'osaca',
		version,
		architecture: name,
		exact: architecture.exact,
		cyclesPerLoop,
		cyclesPerIteration: cyclesPerLoop / sourceIterations,
		portPressure,
		loopCarried
	};
}

/**
 * The instructions OSACA marks as unknown, each name once: by X in its table, by flags in its YAML (those without a latency
 * too). It counts lines from 1.
 */
function unknownIn(text: string, body: readonly Decoded[]): string[] {
	const marked = [...text.matchAll(/^ *(\d+) \|.*\| +\*?XP? /gm)].map(([, line]) => line);
	const flagged = text
		.split(/^- Comment:/m)
		.filter((one) =>
			/\b(tp|lt)_unknown\b/.test(/^ {2}Flags: \[([^\]]{0,4000})\]/m.exec(one)?.[1] ?? '')
		)
		.map((one) => /^ {2}LineNumber: (\d+)$/m.exec(one)?.[1]);
	return [...new Set([...marked, ...flagged].map((line) => nameOf(body[Number(line) - 1])))];
}

const nameOf = (instruction: Decoded | undefined) =>
	instruction ? [...instruction.prefixes, instruction.mnemonic].join(' ') : 'an instruction';

/**
 * A sentence from the traceback that OSACA prints: the line it could not read, otherwise the error in the last line, shortened.
 */
function failed({ stderr, exit }: Output, body: readonly Decoded[]): string {
	const text = stderr.toString('utf8');
	const line = Number(/Could not parse instruction on line (\d+)/.exec(text)?.[1]);
	const odd = body[line - 1];
	if (odd) return `OSACA cannot read "${odd.text}".`;
	const last = text.trimEnd().split('\n').at(-1)?.trim().replace(/\.$/, '') ?? '';
	const error = last.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, longestError);
	if (error !== '') return `OSACA ended with an error: ${error}.`;
	return exit.signal === undefined
		? 'OSACA ended without an answer and without an error message.'
		: `OSACA was ended by ${exit.signal}.`;
}

/** Characters of an error message on a page. */
const longestError = 160;
