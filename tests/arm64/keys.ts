/** Every name of a property in a value of JSON, at whatever depth. */
export function keysIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
}
