/** Rows of a harness, as the runner's parser reads them. */
import { expect } from 'vitest';
import { finishRows, nothingRead, readRows, type Rows } from '../../../runner/src/measure/rows.ts';

export function rowsOf(text: string): Rows {
	const read = finishRows(readRows(nothingRead, Buffer.from(text)), { stage: 'measure' });
	if (!read.ok) throw new Error(JSON.stringify(read.failure));
	return read.rows;
}

/** Expects the rows of a process that measures with both calibration loops and was asked for nine samples. */
export function expectNineSamples(language: string, { hello, samples, end }: Rows): void {
	expect({ ...hello, tsc: 0, ns: 0, setupNs: 0, overhead: 0 }).toEqual({
		t: 'hello',
		v: 1,
		language,
		clock: 'tsc',
		mode: 'time',
		chainCycles: 30_000,
		loopCycles: 10_000,
		overhead: 0,
		tsc: 0,
		ns: 0,
		setupNs: 0
	});
	expect([samples.length, end.samples]).toEqual([9, 9]);
}
