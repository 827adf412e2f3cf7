import { defineConfig } from 'vitest/config';
import { compiled } from './setup/service.mjs';

/**
 * Of files without an effect outside of themselves, many in one worker: each loads the modules of all of them once.
 * Vitest runs projects with different numbers of workers one after another, in this order.
 */
const plain = {
	environment: 'node',
	isolate: false,
	// To find what hangs: beside builds of images a test of a second takes more than Vitest's 5 s.
	testTimeout: 60_000,
	sequence: { groupOrder: 0 }
} as const;

/** The processes and threads that tests start load their modules as those of `npm start` do (`setup/service.mjs`). */
const env = { NODE_COMPILE_CACHE: compiled };

/** Files that mostly wait: for timers, clients, containers, or the measuring core. */
const waiting = (files: number, order: number) =>
	({
		environment: 'node',
		env,
		maxWorkers: files,
		sequence: { groupOrder: order }
	}) as const;

/** To find what hangs, ms: a suite of another lane may have the measuring core for a minute, several times. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000 };

// Pages' tests need SvelteKit's compiler, so they are a project of their own, in `site/vite.config.ts`.

/** The site with a database and made-up runners: needs no Docker Engine. */
const server = 'tests/integration/server/**/*.test.ts';
const exercises = 'tests/integration/exercises/exercises.test.ts';

export default defineConfig({
	test: {
		// Node loads the files, as it does when the site and the runner run. Vite compiling them took a sixth of the processor time of `unit`.
		experimental: { viteModuleRunner: false, nodeLoader: false },
		// Failures print whole values up to this length, characters: CI shows the first line of each only.
		chaiConfig: { truncateThreshold: 600 },
		// To find what hangs, ms: a process or a container that a test waits for is slow beside builds of images.
		expect: { poll: { timeout: 20_000 } },
		projects: [
			{
				test: {
					...plain,
					name: 'unit',
					globalSetup: 'exercises/src/fixtures/readable.ts',
					include: [
						'{contract,exercises,images,runner,setup,site/server,site/shared,site/client,tests}/**/*.test.{ts,mjs}'
					],
					exclude: [
						'**/node_modules/**',
						'tests/{integration,hostile,faults,fuzz,e2e,compose,arm64}/**'
					]
				}
			},
			{
				test: { ...plain, name: 'fuzz', include: ['tests/fuzz/**/*.test.ts'] }
			},
			{
				test: {
					...waiting(1, 3),
					name: 'faults',
					include: ['tests/faults/**/*.test.ts'],
					...patience
				}
			},
			{
				// `npm run test:compose`: builds the images of production, which takes minutes.
				test: { ...waiting(1, 6), name: 'compose', include: ['tests/compose/**/*.test.ts'] }
			},
			{
				test: {
					...waiting(2, 1),
					// Loading the server anew for each file was a seventh of the processor time. No file mocks or sets what another one reads.
					isolate: false,
					name: 'server',
					include: [server],
					testTimeout: 60_000,
					globalSetup: 'tests/integration/server/store-template.ts',
					setupFiles: 'tests/integration/server/answers-fit.ts'
				}
			},
			{
				test: {
					...waiting(2, 2),
					name: 'integration',
					include: ['tests/integration/**/*.test.ts'],
					exclude: [server, exercises],
					...patience
				}
			},
			{
				test: {
					...waiting(1, 2),
					// Jobs at once: a build uses one core, and count runs use another.
					maxConcurrency: 2,
					name: 'exercises',
					include: [exercises],
					...patience
				}
			},
			{
				test: {
					...waiting(2, 4),
					name: 'hostile',
					include: ['tests/hostile/**/*.test.ts'],
					...patience
				}
			},
			{
				test: {
					...waiting(1, 5),
					name: 'arm64',
					include: ['tests/arm64/**/*.test.ts']
				}
			}
		]
	}
});
