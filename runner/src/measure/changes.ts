/** The changes from one JSON value to another, for a reader that has the first. Browser-safe, pure. */

export type Json =
	null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Keys from the top to a place, and what stands there in the other value; nothing if that has no such place. */
export type Change = readonly [place: readonly (string | number)[], now?: Json];

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json): value is { readonly [key: string]: Json } =>
	typeof value === 'object' && value !== null && !isList(value);

/** Lists of another length are replaced whole. */
export function changesBetween(from: Json, to: Json): Change[] {
	if (from === to) return [];
	if (isList(from) && isList(to) && from.length === to.length)
		return to.flatMap((one, index) => below(index, changesBetween(from[index] ?? null, one)));
	if (isObject(from) && isObject(to)) {
		const gone = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
		return [
			...gone.map((key): Change => [[key]]),
			...Object.entries(to).flatMap(([key, now]): Change[] =>
				Object.hasOwn(from, key)
					? below(key, changesBetween(from[key] ?? null, now))
					: [[[key], now]]
			)
		];
	}
	return [[[], to]];
}

const below = (key: string | number, changes: readonly Change[]): Change[] =>
	changes.map(([place, ...now]) => [[key, ...place], ...now]);

/** Applies changes. Unchanged parts are shared, not copied. */
export function changed(from: Json, changes: readonly Change[]): Json {
	return changes.reduce<Json>((value, [place, ...now]) => withChange(value, place, now), from);
}

function withChange(value: Json, place: readonly (string | number)[], now: readonly [Json?]): Json {
	const [key, ...deeper] = place;
	if (key === undefined) return now[0] ?? null;
	if (isList(value))
		return value.map((one, index) => (index === key ? withChange(one, deeper, now) : one));
	if (!isObject(value)) throw new Error('The changes are of another value.');
	if (deeper.length === 0 && now.length === 0) {
		const { [key]: _gone, ...left } = value;
		return left;
	}
	return { ...value, [key]: withChange(value[key] ?? null, deeper, now) };
}

/** Length of a value's JSON: two sides that fold the same texts know by it that they hold the same value. */
export const charactersOf = (value: Json): number => JSON.stringify(value).length;
