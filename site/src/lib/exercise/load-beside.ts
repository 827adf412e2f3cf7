/** Shell: the side-by-side view, which most pages open without. */

export const loadBeside = async () => (await import('./BesideResults.svelte')).default;
