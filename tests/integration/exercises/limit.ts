/** Limits the number of concurrent tasks; further tasks wait in order of arrival. */
export function createLimit(most: number) {
	const waiting: (() => void)[] = [];
	let working = 0;
	return async <Result>(work: () => Promise<Result>): Promise<Result> => {
		if (working === most) await new Promise<void>((resolve) => waiting.push(resolve));
		else working += 1;
		try {
			return await work();
		} finally {
			// Hands the slot to the next waiting task, if any.
			const next = waiting.shift();
			if (next) next();
			else working -= 1;
		}
	};
}
