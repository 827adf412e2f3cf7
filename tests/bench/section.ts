/** The input and the result of a section of a bench. */
import type { EndToEndProduct } from '../e2e/product.ts';

export type Context = {
	/** True to try the bench itself: few rounds, imprecise figures. */
	quick: boolean;
	/** The product, started once for all sections that use it. */
	product: () => Promise<Running>;
	/** Functions called at the end of the bench, in reverse order, also after a failure. */
	onEnd: (undo: () => Promise<unknown>) => void;
	print: (sentence: string) => void;
	/** Reports how much of the section is done; `what` is the unit. Not every call is printed. */
	at: (done: number, of: number, what: string) => void;
};

export type Running = EndToEndProduct & {
	/** Port of the runner's own /healthz and /metrics. */
	runnerPort: number;
};

export type Table = { headings: string[]; rows: string[][] };

export type SectionResult = {
	/** For people: tables, and remarks below them. */
	tables: Table[];
	notes: string[];
	/** For scripts: all data with raw values. */
	data: unknown;
};

export type Section = {
	name: string;
	/** A sentence about what is measured and how. */
	about: string;
	/** A sentence about what is missing to run it, if something is. It is left out then, unless it was asked for by name. */
	lacks?: () => string | undefined;
	run: (context: Context) => Promise<SectionResult>;
};
