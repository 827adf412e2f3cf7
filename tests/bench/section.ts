/** What a section of the bench gets and gives. */
import type { Product } from '../e2e/product.ts';

export type Context = {
	/** True for trying the bench out: few rounds, figures that mean little. */
	quick: boolean;
	/** The product, started once for all sections that need it. */
	product: () => Promise<Running>;
	/** Undone at the end of the bench, in reverse order, whatever happens. */
	onEnd: (undo: () => Promise<unknown>) => void;
	say: (sentence: string) => void;
};

export type Running = Product & {
	/** Port of the runner's own /healthz and /metrics. */
	runnerPort: number;
};

export type Table = { headings: string[]; rows: string[][] };

export type Result = {
	/** For people: what is in the tables, and remarks below them. */
	tables: Table[];
	notes: string[];
	/** For scripts: everything, raw values included. */
	data: unknown;
};

export type Section = {
	name: string;
	/** What it measures and how, in a sentence. */
	about: string;
	run: (context: Context) => Promise<Result>;
};
