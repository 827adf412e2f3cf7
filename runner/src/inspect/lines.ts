/**
 * The lines of a text, one after the other. `split` would make all of them at once: a text of 31 MiB that consists of line
 * breaks takes it a second and half a GiB.
 */

/** @param most lines after which it stops; default: all */
export function* linesOf(text: string, most = Infinity): Generator<string, void, undefined> {
	let from = 0;
	for (let count = 0; count < most; count++) {
		const end = text.indexOf('\n', from);
		if (end < 0) {
			yield text.slice(from);
			return;
		}
		yield text.slice(from, end);
		from = end + 1;
	}
}
