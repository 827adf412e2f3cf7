/// <reference types="vitest/config" />
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({
	plugins: [sveltekit()],
	build: {
		// The editor is the one big chunk; it is loaded only to edit.
		chunkSizeWarningLimit: 4000
	},
	worker: { format: 'es' },
	test: {
		name: 'site-pages',
		environment: 'node',
		include: ['src/**/*.test.ts']
	}
});
