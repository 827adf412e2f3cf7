/** Answers that are kept in memory, those asked for last, up to a number of bytes. */

/** Who gave an answer: a process of a runner, with what it compiles with. */
export type Giver = { id: string; startedAt: string; toolchains: string };

export type Answer = {
	/** The run that gave it. */
	run: string;
	/** Its events, as they are sent to whoever watches. */
	stream: Buffer;
	giver: Giver;
};

export type KeptAnswers = {
	get: (key: string) => Answer | undefined;
	set: (key: string, answer: Answer) => void;
	drop: (key: string) => void;
	/** The events of a run whose answer is kept. */
	streamOf: (run: string) => Buffer | undefined;
};

export function keepAnswers(mostBytes: number): KeptAnswers {
	const byKey = new Map<string, Answer>();
	const streams = new Map<string, Buffer>();
	let bytes = 0;
	const drop = (key: string) => {
		const answer = byKey.get(key);
		if (!answer) return;
		byKey.delete(key);
		streams.delete(answer.run);
		bytes -= answer.stream.length;
	};
	return {
		get: (key) => {
			const answer = byKey.get(key);
			if (answer) {
				byKey.delete(key);
				byKey.set(key, answer);
			}
			return answer;
		},
		set: (key, answer) => {
			drop(key);
			byKey.set(key, answer);
			streams.set(answer.run, answer.stream);
			bytes += answer.stream.length;
			for (const [oldest] of byKey) {
				if (bytes <= mostBytes) break;
				drop(oldest);
			}
		},
		drop,
		streamOf: (run) => streams.get(run)
	};
}
