/** JSON or undefined: a line that was cut is no reason to lose the others. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
