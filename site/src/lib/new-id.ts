/** A name nobody can guess: 128 random bits, base64url. Also where there is no secure context, and so no `randomUUID`. */
export function newId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.slice(0, 22);
}
