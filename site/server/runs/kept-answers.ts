/** A least-recently-used cache of answers, limited by bytes of text. */
import type { Whole } from './compressed.ts';

/** The source of an answer: a process of a runner, and its toolchains. */
export type Giver = { id: string; startedAt: string; toolchains: string };

export type Answer = {
	/** The run that produced it. */
	run: string;
	/** Its events, as they are sent to watchers. */
	stream: Whole;
	giver: Giver;
};

export type KeptAnswers = {
	get: (key: string) => Answer | undefined;
	set: (key: string, answer: Answer) => void;
	drop: (key: string) => void;
	/** The event stream of a cached run. */
	streamOf: (run: string) => Whole | undefined;
};

export function keepAnswers(mostBytes: number): KeptAnswers {
	const byKey = new Map<string, Answer>();
	const streams = new Map<string, Whole>();
	let bytes = 0;
	const drop = (key: string) => {
		const answer = byKey.get(key);
		if (!answer) return;
		byKey.delete(key);
		streams.delete(answer.run);
		bytes -= answer.stream.plain.length;
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
			bytes += answer.stream.plain.length;
			for (const [oldest] of byKey) {
				if (bytes <= mostBytes) break;
				drop(oldest);
			}
		},
		drop,
		streamOf: (run) => streams.get(run)
	};
}
