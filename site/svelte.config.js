import adapter from '@sveltejs/adapter-node';

/** Set by `npm run dev` (site/server/http/pages.ts): Vite sends changes of sources on this port. */
const changesPort = process.env.CYCLELAB_CHANGES_PORT;
const changes = changesPort ? [`ws://127.0.0.1:${changesPort}`] : [];

/** The data that Express put on the request, for pages served by Vite; for built pages adapter-node passes it on. */
const emulate = () => ({ platform: () => globalThis.cyclelabRequests?.getStore() });

/** @type {import('@sveltejs/kit').Config} */
export default {
	compilerOptions: { runes: true },
	kit: {
		adapter: { ...adapter({ out: 'build', precompress: true }), emulate },
		csp: {
			mode: 'nonce',
			directives: {
				'default-src': ['self'],
				'script-src': ['self'],
				// SvelteKit puts its nonce into script-src and style-src-elem; Monaco's <style> elements get the
				// same nonce (lean-monaco.ts).
				'style-src-elem': ['self'],
				// Monaco positions its lines with style attributes, which no nonce can cover. They cannot load or run
				// anything: default-src still holds for every URL in them.
				'style-src-attr': ['unsafe-inline'],
				'img-src': ['self', 'data:'],
				'font-src': ['self'],
				'worker-src': ['self'],
				'connect-src': ['self', ...changes],
				'object-src': ['none'],
				'frame-ancestors': ['none'],
				'base-uri': ['self'],
				'form-action': ['self']
			}
		},
		output: { preloadStrategy: 'modulepreload' },
		typescript: {
			config: (config) => ({
				...config,
				compilerOptions: {
					...config.compilerOptions,
					strict: true,
					noUncheckedIndexedAccess: true,
					noImplicitOverride: true,
					noFallthroughCasesInSwitch: true,
					erasableSyntaxOnly: true,
					allowImportingTsExtensions: true
				},
				include: [...config.include]
			})
		}
	}
};
