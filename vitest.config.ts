import { defineConfig } from 'vitest/config';

/** Pages' tests need SvelteKit's compiler, so they are a project of their own, in `site/vite.config.ts`. */
const node = { environment: 'node' } as const;

/** The site with a database and made-up runners: needs no Docker Engine. */
const server = 'tests/integration/server*.test.ts';

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					...node,
					name: 'unit',
					include: [
						'{exercises,images,runner,setup,site/server,site/client,tests}/**/*.test.{ts,mjs}'
					],
					exclude: [
						'**/node_modules/**',
						'tests/{integration,hostile,faults,fuzz,e2e,compose,arm64}/**'
					]
				}
			},
			{
				test: { ...node, name: 'fuzz', include: ['tests/fuzz/**/*.test.ts'] }
			},
			{
				test: {
					...node,
					name: 'faults',
					include: ['tests/faults/**/*.test.ts'],
					fileParallelism: false
				}
			},
			{
				// `npm run test:compose`: builds the images of production, which takes minutes.
				test: { ...node, name: 'compose', include: ['tests/compose/**/*.test.ts'] }
			},
			{
				test: { ...node, name: 'server', include: [server], testTimeout: 30_000 }
			},
			{
				test: {
					...node,
					name: 'integration',
					include: ['tests/integration/**/*.test.ts'],
					exclude: [server],
					// Real containers, one measuring core: one file at a time, and patience.
					fileParallelism: false,
					testTimeout: 60_000,
					hookTimeout: 120_000
				}
			},
			{
				test: {
					...node,
					name: 'hostile',
					include: ['tests/hostile/**/*.test.ts'],
					fileParallelism: false,
					testTimeout: 60_000,
					hookTimeout: 120_000
				}
			},
			{
				test: {
					...node,
					name: 'arm64',
					include: ['tests/arm64/**/*.test.ts'],
					fileParallelism: false
				}
			}
		]
	}
});
