/** The document's figures as a table shows them: in its unit where that is possible, named by machine and runtime. Pure. */
import type { Facts, Place } from '@cyclelab/exercises/schema';
import type { Documented } from '@cyclelab/contract/schema/measurement';
import { exact, number, shortName } from '../ui/format.ts';
import type { Quantity } from './quantities.ts';
import { documentedAt } from '@cyclelab/contract/measure/documented';

export interface DocumentedFigure {
	/** The machine's name, and the runtime or compiler in the document's words. */
	machine: string;
	runtime: string | undefined;
	/** In the table's unit; absent where the document's figure cannot be turned into it. */
	value: number | undefined;
	/** The figure in the document's unit, where it differs from the table's. */
	otherwise: string | undefined;
	/** An amount of a meter, of which all digits are shown. */
	isAmount: boolean;
	quoted: string;
}

/** The figures of a quantity. A time in cycles on a machine without a stated clock stays in cycles. */
export function figuresOf(documented: Documented[], { id, unit }: Quantity): DocumentedFigure[] {
	return documented.flatMap(
		({ machine, runtime, quoted, meter, nsPerIteration: ns, cyclesPerIteration: cycles }) => {
			if ((meter?.id ?? 'time') !== id) return [];
			const value = meter ? meter.perIteration : unit === 'ns' ? ns : cycles;
			const other = unit === 'ns' ? cycles : ns;
			const otherwise =
				value === undefined && other !== undefined
					? `${number(other)} ${unit === 'ns' ? 'cycles' : 'ns'}`
					: undefined;
			return [{ machine, runtime, value, otherwise, isAmount: meter !== undefined, quoted }];
		}
	);
}

/** A row of a table, as far as its documented figures matter. */
interface Documenting {
	documented: DocumentedFigure[];
}

/** A column of documented figures: one machine, one runtime. */
export interface Source {
	key: string;
	/** "Skylake, Core i7-6700HQ; LegacyJIT-x64". */
	name: string;
	/** "Skylake", "Skylake, LegacyJIT-x64". */
	short: string;
}

const keyOf = ({ machine, runtime }: DocumentedFigure) => `${machine}/${runtime ?? ''}`;

/** Where the figures of these rows come from, in the order of the exercise's machines. */
export function sourcesOf(facts: Pick<Facts, 'machines'>, rows: readonly Documenting[]): Source[] {
	const place = (name: string) => facts.machines.findIndex((machine) => machine.name === name);
	const found = new Map(
		rows
			.flatMap((row) => row.documented)
			.toSorted((a, b) => place(a.machine) - place(b.machine))
			.map((figure) => [keyOf(figure), figure])
	);
	return [...found].map(([key, { machine, runtime }]) => ({
		key,
		name: runtime ? `${machine}; ${runtime}` : machine,
		short: runtime ? `${shortName(machine)}, ${runtime}` : shortName(machine)
	}));
}

/** A row's figures from one source: nearly always one, or none. */
export const figuresFrom = ({ key }: Source, row: Documenting | undefined): DocumentedFigure[] =>
	row?.documented.filter((figure) => keyOf(figure) === key) ?? [];

/** A figure in its cell: in the table's unit, else in its own; undefined where it has neither. */
export function figureText({ value, otherwise, isAmount }: DocumentedFigure): string | undefined {
	if (value === undefined) return otherwise;
	return isAmount ? exact(value) : number(value);
}

/** One machine and runtime of the document has a figure for both places that the question compares. */
export function answersQuestion(facts: Facts): boolean {
	const { measure, of, to } = facts.question;
	const quantity = { id: measure, label: '', unit: facts.unit };
	const at = (place: Place) => ({ documented: figuresOf(documentedAt(facts, place), quantity) });
	const asked = at(to);
	return sourcesOf(facts, [at(of)]).some((source) => figuresFrom(source, asked).length > 0);
}

/** An exercise as it is shown until the learner predicts. */
export const withoutFigures = (facts: Facts): Facts => ({ ...facts, documented: [] });

export const figuresWithheld =
	'The document’s figures answer the question, so they are shown after your prediction.';
