/** At most so many at a time; the others wait in the order in which they came. */
export function createLimit(most: number) {
	const waiting: (() => void)[] = [];
	let working = 0;
	return async <Result>(work: () => Promise<Result>): Promise<Result> => {
		if (working === most) await new Promise<void>((resolve) => waiting.push(resolve));
		else working += 1;
		try {
			return await work();
		} finally {
			// The place goes to the next in line, if there is one.
			const next = waiting.shift();
			if (next) next();
			else working -= 1;
		}
	};
}
