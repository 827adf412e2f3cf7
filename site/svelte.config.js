import adapter from '@sveltejs/adapter-node';

/** @type {import('@sveltejs/kit').Config} */
export default {
	compilerOptions: { runes: true },
	kit: {
		adapter: adapter({ out: 'build', precompress: true }),
		csp: {
			mode: 'nonce',
			directives: {
				'default-src': ['self'],
				'script-src': ['self'],
				// SvelteKit puts its nonce into script-src and style-src-elem; Monaco's <style> elements get the
				// same nonce (editor.ts).
				'style-src-elem': ['self'],
				// Monaco positions its lines with style attributes, which no nonce can cover. They cannot load or run
				// anything: default-src still holds for every URL in them.
				'style-src-attr': ['unsafe-inline'],
				'img-src': ['self', 'data:'],
				'font-src': ['self'],
				'worker-src': ['self'],
				'connect-src': ['self'],
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
