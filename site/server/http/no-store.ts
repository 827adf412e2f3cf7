/** Headers of responses with secrets or names: they must not be cached. */
export const noStore = { 'Cache-Control': 'no-store' };
