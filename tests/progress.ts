/** Shell: the progress of a long command, on standard output: its part, how much of it is done, and the seconds so far. */

/** A line is written after this time without output, ms. */
const everyMs = 15_000;

export type Progress = {
	/** Begins a part of the command. `detail`: asked for each time a line is written. */
	begin: (part: string, detail?: () => string) => void;
	/** Notes how much of the part is done. `what`: the unit, as in "round 3 of 40". */
	at: (done: number, of: number, what: string) => void;
	/** Writes lines that stay. */
	print: (text: string) => void;
	close: () => void;
};

export function openProgress(): Progress {
	const beganAt = performance.now();
	let partAt = beganAt;
	let part = '';
	let step = '';
	let detailOf = () => '';
	const tick = () => {
		if (part === '') return;
		const now = performance.now();
		const [ofPart, all] = [durationOf(now - partAt), durationOf(now - beganAt)];
		const times = ofPart === all ? all : `${ofPart}, ${all} in all`;
		process.stdout.write(`  [${[part, step, detailOf(), times].filter(Boolean).join('; ')}]\n`);
	};
	const ticking = setInterval(tick, everyMs).unref();
	return {
		begin: (name, detail = () => '') => {
			part = name;
			step = '';
			detailOf = detail;
			partAt = performance.now();
		},
		at: (done, of, what) => {
			step = `${what} ${done} of ${of}`;
		},
		print: (text) => {
			process.stdout.write(`${text}\n`);
			ticking.refresh();
		},
		close: () => clearInterval(ticking)
	};
}

/** @param ms from 0 */
export function durationOf(ms: number): string {
	const seconds = Math.round(ms / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
