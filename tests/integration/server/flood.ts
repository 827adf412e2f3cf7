/** Floods of requests for the tests of rate limits. */
/** Sends requests until one is refused. Returns the number of the others, and the refusal. */
export async function flood(most: number, ask: () => Promise<Response>) {
	for (let done = 0; done <= most; done++) {
		const answer = await ask();
		if (answer.status === 429) {
			const { code, message } = await answer.json();
			return { done, code, message, retryAfter: Number(answer.headers.get('retry-after')) };
		}
		await answer.body?.cancel();
	}
	throw new Error(`The site refused none of ${most + 1} requests.`);
}
