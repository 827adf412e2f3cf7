/**
 * Looks when the page comes into sight again, and every so often while it is seen. Returns how to end it.
 * @param isDue whether a look that time alone asks for is worth a request
 */
export function whileSeen(look: () => void, everyMs: number, isDue = () => true): () => void {
	const seen = () => document.visibilityState === 'visible' && look();
	const timer = setInterval(() => isDue() && seen(), everyMs);
	document.addEventListener('visibilitychange', seen);
	return () => {
		clearInterval(timer);
		document.removeEventListener('visibilitychange', seen);
	};
}
