/** The progress of a long command as lines of text: its part, how much of it is done, and the seconds so far. */

/** Without a terminal a line is written after this time without output, ms. */
const everyMs = 15_000;
/** In a terminal the last line is replaced at this interval, ms. */
const terminalMs = 1000;

export type ProgressOutput = {
	write: (text: string) => void;
	/** True if a line can be replaced. */
	isTerminal: boolean;
	/** Present time from any zero point, ms. */
	now: () => number;
};

export type Progress = {
	/** Begins a part of the command. `detail`: asked for each time a line is written. */
	begin: (part: string, detail?: () => string) => void;
	/** Notes how much of the part is done. `what`: the unit, as in "round 3 of 40". */
	at: (done: number, of: number, what: string) => void;
	/** Writes other text at once, in whole lines. */
	print: (text: string) => void;
	/** Called about once a second: writes the line that is due. */
	tick: () => void;
};

export function createProgress({ write, isTerminal, now }: ProgressOutput): Progress {
	const beganAt = now();
	let partAt = beganAt;
	let part = '';
	let step = '';
	let detailOf = () => '';
	let writtenAt = beganAt;
	/** Whether the terminal shows a line that the next line replaces. */
	let isOpen = false;

	const clear = () => {
		if (isOpen) write('\r\u001b[K');
		isOpen = false;
	};
	const line = () => {
		const total = durationOf(now() - beganAt);
		const own = durationOf(now() - partAt);
		const times = own === total ? total : `${own}, ${total} in all`;
		return `  [${[part, step, detailOf(), times].filter(Boolean).join('; ')}]`;
	};
	return {
		begin: (name, detail = () => '') => {
			part = name;
			step = '';
			detailOf = detail;
			partAt = now();
		},
		at: (done, of, what) => {
			step = `${what} ${done} of ${of}`;
		},
		print: (text) => {
			clear();
			write(`${text}\n`);
			writtenAt = now();
		},
		tick: () => {
			if (part === '' || now() - writtenAt < (isTerminal ? terminalMs : everyMs)) return;
			clear();
			write(isTerminal ? line() : `${line()}\n`);
			isOpen = isTerminal;
			writtenAt = now();
		}
	};
}

/** @param ms from 0 */
export function durationOf(ms: number): string {
	const seconds = Math.round(ms / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Shell: on standard output, until `close`. */
export function openProgress(): Progress & { close: () => void } {
	const progress = createProgress({
		write: (text) => void process.stdout.write(text),
		isTerminal: process.stdout.isTTY === true,
		now: () => performance.now()
	});
	const ticking = setInterval(progress.tick, terminalMs);
	ticking.unref();
	return {
		...progress,
		close: () => {
			clearInterval(ticking);
			// clears what a terminal shows
			if (process.stdout.isTTY) progress.print('');
		}
	};
}
