import { defineConfig } from '@playwright/test';

/** Keeps Chromium from requesting its maker's services at its start. */
const quiet = [
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-quic',
	'--disable-sync',
	'--no-first-run'
];
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
	testDir: '.',
	outputDir: '../../test-results/e2e',
	globalSetup: './global-setup.ts',
	// One site, one runner, one measuring core: what two files measure at once waits in the runner's queue.
	workers: 2,
	fullyParallel: false,
	forbidOnly: Boolean(process.env.CI),
	// Beside other work on the same processor a compiler takes a minute, and a run several.
	timeout: 600_000,
	expect: { timeout: 120_000 },
	use: {
		browserName: 'chromium',
		viewport: { width: 1280, height: 800 },
		// The animated mark of a run's stage has Chromium draw sixty frames a second, 7 % of a core, while a test waits.
		contextOptions: { reducedMotion: 'reduce' },
		screenshot: 'only-on-failure',
		launchOptions: {
			...(process.env.CYCLELAB_BROWSER ? { executablePath: process.env.CYCLELAB_BROWSER } : {}),
			args: [...quiet, ...asRoot]
		}
	}
});
