/** Whoever sets something finds it in the README, and Compose passes it on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SiteConfig } from '@cyclelab/site/server/config.ts';
import { expect, test } from 'vitest';
import { RunnerConfig } from '../runner/src/config.ts';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const settings = { site: Object.keys(SiteConfig.shape), runner: Object.keys(RunnerConfig.shape) };

test('every setting is in the README', () => {
	const readme = read('README.md');
	const all = [...settings.site, ...settings.runner];
	expect(all.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test('Compose passes on every setting but those that it decides itself', () => {
	const [runner = '', site = ''] = read('docker-compose.yml').split(/^services:$/m);
	const missing = (names: string[], text: string) =>
		names.filter((name) => !new RegExp(`^ +${name}:`, 'm').test(text));
	expect(missing(settings.site, site)).toEqual(['PORT', 'HOST', 'DATA_DIR']);
	// Each runner has its own SITE_URL; a container has no use for a port on its loopback or for emulation.
	expect(missing(settings.runner, runner)).toEqual(['SITE_URL', 'RUNNER_EMULATES', 'RUNNER_PORT']);
});
