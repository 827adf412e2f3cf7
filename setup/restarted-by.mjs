/** Which process must restart when a source changes. Pure. */

const isTest = (/** @type {string} */ file) => /\.test\.(ts|mjs)$|\/fixtures\//.test(file);

/**
 * The site reads exercises, and what it judges results with; the runner reads exercises' schemas and the images' recipes.
 * @param {string} file relative to the root, with `/`
 * @returns {('site' | 'runner')[]}
 */
export function restartedBy(file) {
	if (isTest(file)) return [];
	if (/^site\/(server|shared)\//.test(file)) return file.endsWith('.ts') ? ['site'] : [];
	if (file.startsWith('runner/')) return file.endsWith('.ts') ? ['site', 'runner'] : [];
	if (/^exercises\/[^/]+\.ts$/.test(file)) return ['site', 'runner'];
	if (file.startsWith('exercises/')) return ['site'];
	return /^images\/[^/]+\.ts$/.test(file) ? ['runner'] : [];
}
