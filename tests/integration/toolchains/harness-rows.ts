/** Parses a harness's output with the runner's parser. */
import { finishRows, nothingRead, readRows, type Rows } from '../../../runner/src/measure/rows.ts';

export function rowsOf(text: string): Rows {
	const read = finishRows(readRows(nothingRead, Buffer.from(text)), { stage: 'measure' });
	if (!read.ok) throw new Error(JSON.stringify(read.failure));
	return read.rows;
}
