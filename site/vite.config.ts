/// <reference types="vitest/config" />
import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import type { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { fewChunks } from './few-chunks.ts';
import { leanMonaco } from './lean-monaco.ts';
import { linksBelowBase } from './links.ts';
import { thirdPartyText } from './third-party.ts';

declare global {
	/** Set by `npm run dev` (site/server/http/pages.ts): the requests that Express prepared. */
	var cyclelabRequests: AsyncLocalStorage<App.Platform> | undefined;
}

/** Set by `npm run dev` (site/server/http/pages.ts): Vite sends changes of sources on this port. */
const changesPort = process.env['CYCLELAB_CHANGES_PORT'];
const changes = changesPort ? [`ws://127.0.0.1:${changesPort}` as const] : [];

/** The data that Express put on the request, for pages served by Vite; for built pages adapter-node passes it on. */
const emulate = () => ({
	platform: () => {
		const platform = globalThis.cyclelabRequests?.getStore();
		if (!platform)
			throw new Error('Pages are served by the site (npm run dev), not by Vite alone.');
		return platform;
	}
});

/** Of the script in `app.html`, as a browser reads it: its parser makes every line end one character. */
function hashOfTheme(): `sha256-${string}` {
	const html = readFileSync(new URL('src/app.html', import.meta.url), 'utf8');
	const script = /<script>([^]*?)<\/script>/.exec(html)?.[1];
	if (script === undefined) throw new Error('src/app.html has no script.');
	return `sha256-${createHash('sha256').update(script.replaceAll('\r\n', '\n')).digest('base64')}`;
}

const kit = sveltekit({
	preprocess: linksBelowBase(),
	compilerOptions: {
		runes: true,
		// A region that scrolls must be reachable by keyboard (WCAG 2.1.1); the rule does not see what scrolls.
		warningFilter: ({ code }) => code !== 'a11y_no_noninteractive_tabindex'
	},
	adapter: { ...adapter({ out: 'build', precompress: true }), emulate },
	// No page says that the site has a newer version: a link to a page that changed loads it.
	version: { pollInterval: 0 },
	csp: {
		// Not a nonce: a shared cache may keep a page, and a nonce that is sent twice protects nobody.
		mode: 'hash',
		directives: {
			'default-src': ['self'],
			// SvelteKit adds the hash of its own script, which has the page's data.
			'script-src': ['self', hashOfTheme()],
			// What Monaco would put into <style> elements is in constructed sheets (lean-monaco.ts).
			'style-src-elem': ['self'],
			// Monaco positions its lines with style attributes, which no hash covers. They cannot load or run
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
	}
});

export default defineConfig({
	plugins: [leanMonaco(), fewChunks(), thirdPartyText(), kit],
	resolve: {
		alias: [
			// Its form for browsers has no imports; Monaco is to be there once. Its paths are those of Monaco before 0.56.
			{ find: 'monaco-vim', replacement: fileURLToPath(import.meta.resolve('monaco-vim')) },
			{ find: /^monaco-editor\/esm\/vs\//, replacement: 'monaco-editor/' }
		]
	},
	build: {
		// The editor is the only large chunk; it is loaded only for editing.
		chunkSizeWarningLimit: 4000
	},
	test: {
		name: 'site-pages',
		environment: 'node',
		// Loading SvelteKit's and Svelte's modules for each file was 70 % of the processor time.
		isolate: false,
		// To find what hangs: beside builds of images a test of three seconds takes more than Vitest's 5 s.
		testTimeout: 60_000,
		include: ['src/**/*.test.ts']
	}
});
