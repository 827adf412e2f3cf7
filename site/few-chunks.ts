/**
 * How the pages' scripts and styles are divided into files. Left to itself the build makes a file for every set of pages
 * that share something, some sixty for an exercise, and on a slow processor a browser spends more time on asking for
 * each than on what is in them. An exercise's page gets two: what every page needs, and what only it and its like need.
 */
import type { Plugin } from 'vite';

/** Whose code is one file, and the pages that shall not have to load it: what they share with it is the other file. */
const exercise = /\/routes\/exercises\/\[slug\]\/\+page\.(svelte|ts)$/;
const plain = /\/routes\/(\+page|\+error|\w+\/\+page)\.(svelte|ts)$/;
/** Of components. The editor's is none, and comes with it. */
const styles = /\.svelte\?.*type=style/;
/** What SvelteKit begins every page with. */
const everywhere = /\/routes\/\+layout\.svelte$|\/kit\/src\/runtime\/client\/entry\.js$/;

export function fewChunks(): Plugin {
	const own = new Set<string>();
	const shared = new Set<string>();
	let forServer = false;
	const nameOf = (id: string) =>
		forServer ? null : shared.has(id) ? 'every-page' : own.has(id) ? 'exercise' : null;
	return {
		name: 'few-chunks',
		apply: 'build',
		config: () => ({
			build: { rollupOptions: { output: { codeSplitting: { groups: [{ name: nameOf }] } } } }
		}),
		configResolved({ build }) {
			forServer = Boolean(build.ssr);
		},
		buildEnd(error) {
			if (error || forServer) return;
			const reached = (roots: RegExp, alsoLater = false) => {
				const all = new Set([...this.getModuleIds()].filter((id) => roots.test(id)));
				// a set goes on to what is added while it is gone through
				for (const id of all) {
					const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
					for (const next of importedIds) all.add(next);
					if (alsoLater) for (const next of dynamicallyImportedIds) all.add(next);
				}
				return all;
			};
			const always = reached(everywhere);
			const others = reached(plain);
			const page = reached(exercise);
			if (always.size === 0 || others.size === 0 || page.size === 0)
				this.error('The pages are not where few-chunks.ts looks for them.');
			for (const id of page) own.add(id);
			// Their styles are asked for with the page's, for it may begin with them.
			for (const id of reached(exercise, true)) if (styles.test(id)) own.add(id);
			for (const id of always) shared.add(id);
			for (const id of page) if (others.has(id)) shared.add(id);
		}
	};
}
