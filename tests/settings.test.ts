/** Every setting is documented, and Compose passes it on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SiteConfig } from '@cyclelab/site/server/base/config.ts';
import { expect, test } from 'vitest';
import { RunnerConfig } from '../runner/src/config.ts';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const settings = { site: Object.keys(SiteConfig.shape), runner: Object.keys(RunnerConfig.shape) };

test('every setting is in docs/operating.md', () => {
	const documented = read('docs/operating.md');
	const all = [...settings.site, ...settings.runner];
	expect(all.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

test('Compose passes on every setting except the settings that it decides itself', () => {
	const [runner = '', site = ''] = read('docker-compose.yml').split(/^services:$/m);
	const missing = (names: string[], text: string) =>
		names.filter((name) => !new RegExp(`^ +${name}:`, 'm').test(text));
	expect(missing(settings.site, site)).toEqual(['PORT', 'HOST', 'DATA_DIR']);
	// SITE_URL differs for each runner; the image decides where a runner listens, and a container needs no emulation.
	expect(missing(settings.runner, runner)).toEqual([
		'SITE_URL',
		'RUNNER_EMULATES',
		'RUNNER_PORT',
		'RUNNER_HOST'
	]);
});
