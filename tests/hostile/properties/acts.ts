/**
 * Acts by which a generated program interferes with harness, counts and clocks, besides honest work: those of `acts.yaml` and
 * `lying-acts.yaml`.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseFile } from '../../../exercises/src/parse-file.ts';

const C = z.string().min(1);

/** An act as C code, by the place in the program. Its identifiers begin with `its_`. */
const Act = z.strictObject({
	id: z.string().regex(/^[a-z0-9_]+$/),
	/** At the top level of the file. */
	file: C.optional(),
	/** Before `main`. */
	before: C.optional(),
	/** In `setup`, once in each process, before counting and timing. */
	setup: C.optional(),
	/** In the first call of `kernel` alone. */
	first: C.optional(),
	/** In each call of `kernel`, before and after its loop; `its_n` is the call's argument. */
	start: C.optional(),
	end: C.optional(),
	/** A condition on which a call does half of its iterations. `its_calls` counts calls, `its_seed` is the seed. */
	less: C.optional(),
	/** In `kernel` in place of its loop: a statement that may return. */
	instead: C.optional()
});
export type Act = z.infer<typeof Act>;

/** `symbol`: a function of this name in place of `file`. `times`: the name, or the line of `file` with numbers for `#`, so often. */
const Written = Act.extend({ symbol: C.optional(), times: z.int().default(1) });

const functionNamed = (id: string, name: string) =>
	`void its_${id}(void) __asm__(${JSON.stringify(name)}); __attribute__((used, noinline)) void its_${id}(void) { __asm__ volatile("nop"); }`;

function toAct({ symbol, times, ...act }: z.infer<typeof Written>): Act {
	if (symbol !== undefined) return { ...act, file: functionNamed(act.id, symbol.repeat(times)) };
	if (act.file === undefined || times === 1) return act;
	const line = act.file;
	const lines = Array.from({ length: times }, (_, at) => line.replaceAll('#', `${at}`));
	return { ...act, file: lines.join('\n') };
}

const actsIn = (file: string): readonly Act[] =>
	parseFile(file, readFileSync(new URL(file, import.meta.url), 'utf8'), z.array(Written)).map(
		toAct
	);

export const acts = actsIn('acts.yaml');
export const lyingActs = actsIn('lying-acts.yaml');
