/** Work that takes as long for several items as for one: what arrives while it is busy is the next batch. Pure. */

type Waiting<Item, Result> = {
	item: Item;
	resolve: (result: Result) => void;
	reject: (reason: unknown) => void;
};

/**
 * An item that arrives while nothing is at work begins at once. If a batch fails, its items and all that wait by then are tried
 * alone, at the same time: an item that cannot succeed fails for no other, and where nothing succeeds, nobody waits for others.
 * @param work one result for each item, in order
 */
export function inBatches<Item, Result>(
	most: number,
	work: (items: readonly Item[]) => Promise<readonly Result[]>
): (item: Item) => Promise<Result> {
	const waiting: Waiting<Item, Result>[] = [];
	let busy = false;

	async function perform(batch: readonly Waiting<Item, Result>[]): Promise<void> {
		try {
			const results = await work(batch.map(({ item }) => item));
			batch.forEach(({ resolve }, at) => resolve(results[at] as Result));
		} catch (cause) {
			if (batch.length === 1) batch[0]?.reject(cause);
			else await Promise.all([...batch, ...waiting.splice(0)].map((waiting) => perform([waiting])));
		}
	}

	async function begin(): Promise<void> {
		busy = true;
		while (waiting.length > 0) await perform(waiting.splice(0, most));
		busy = false;
	}

	return (item) =>
		new Promise((resolve, reject) => {
			waiting.push({ item, resolve, reject });
			if (!busy) void begin();
		});
}
