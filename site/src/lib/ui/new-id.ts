/** An id that cannot be guessed: 128 random bits, base64url. `randomUUID` needs a secure context, this does not. */
export function newId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.slice(0, 22);
}
