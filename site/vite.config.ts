/// <reference types="vitest/config" />
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';
import { fewChunks } from './few-chunks.ts';
import { leanMonaco } from './lean-monaco.ts';

export default defineConfig({
	plugins: [leanMonaco(), fewChunks(), sveltekit()],
	build: {
		// The editor is the only large chunk; it is loaded only for editing.
		chunkSizeWarningLimit: 4000
	},
	test: {
		name: 'site-pages',
		environment: 'node',
		experimental: { fsModuleCache: true },
		include: ['src/**/*.test.ts']
	}
});
