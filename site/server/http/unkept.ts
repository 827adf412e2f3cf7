/** Headers of responses with secrets or names: they must not be cached. */
export const unkept = { 'Cache-Control': 'no-store' };
