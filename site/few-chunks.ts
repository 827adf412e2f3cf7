/**
 * Groups the pages' scripts and styles into few files. By default the build makes a file for every set of pages with common
 * modules, some sixty for an exercise, and on a slow processor a browser spends more time on the requests than on the
 * contents. An exercise's page gets two files: modules of every page, and modules of this kind of page only.
 */
import type { Plugin } from 'vite';

/** The page whose code becomes one file, and the pages that must not load it: modules they share are in the other file. */
const exercise = /\/routes\/exercises\/\[slug\]\/\+page\.(svelte|ts)$/;
const plain = /\/routes\/(\+page|\+error|\w+\/\+page)\.(svelte|ts)$/;
/** Styles of components. The editor's styles are separate, and are loaded with it. */
const styles = /\.svelte\?.*type=style/;
/** Parts that a click, the pointer or a workshop brings up: their styles are requested with their scripts. */
const brought =
	/\/(EditorTools|InstructionHelp|Recorded|ShareCard|DiffView|SolutionBeside|Finder|TwoKernels|LoopFinding|WhyTable|LoopQuestion|LoopAnswer|LoopCode|FlowGraph|SeatBar|RepresentationPane|TimelineTable|TallyView|VoteChart|VoteReason|ReasonFields|CodeConsent|FloorPanel|GroupNote|Timer)\.svelte\?/;
/** SvelteKit's client, and the layout of every page. */
const everywhere = /\/routes\/\+layout\.svelte$|\/kit\/src\/runtime\/client\/client-entry\.js$/;
/**
 * SvelteKit's entry fills the first of these modules, among others with the site's base path, before it imports the client by the
 * second, so they are in neither file.
 */
const payload = /\/kit\/src\/runtime\/client\/payload\.js$|\bvite\/preload-helper\b/;

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
			build: {
				rolldownOptions: {
					output: {
						codeSplitting: {
							groups: [{ name: 'payload', test: payload, priority: 1 }, { name: nameOf }]
						}
					}
				}
			}
		}),
		configResolved({ build }) {
			forServer = Boolean(build.ssr);
		},
		buildEnd(error) {
			if (error || forServer) return;
			const reached = (roots: RegExp, alsoLater = false) => {
				const all = new Set([...this.getModuleIds()].filter((id) => roots.test(id)));
				// iterating over a Set includes elements added during the iteration
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
			// Their styles are requested together with the page's, because the page may show them first.
			for (const id of reached(exercise, true))
				if (styles.test(id) && !brought.test(id)) own.add(id);
			for (const id of always) shared.add(id);
			for (const id of page) if (others.has(id)) shared.add(id);
		}
	};
}
