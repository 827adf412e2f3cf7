/**
 * Shell: `npm start`, `npm test`, `npm run check`, `npm run bench` and its others, `npm run runner:token`, `npm run backup` and
 * `npm run restore`: everything that is missing first, then the thing itself. Plain Node 18 or newer, no packages: this
 * runs before any are installed.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { engine } from './setup/engine.mjs';
import { dataDir, node24, root } from './setup/folder.mjs';
import { firstImages, images, laterImages } from './setup/images.mjs';
import { packages } from './setup/packages.mjs';
import { SetupError, say } from './setup/say.mjs';
import { refuseTakenPort, serve } from './setup/serve.mjs';
import { buildSite, typesOfPages } from './setup/site-build.mjs';
import { compose, testTools } from './setup/test-tools.mjs';

const began = performance.now();
const [task = 'start', ...words] = process.argv.slice(2);
const options = {
	/** False: nothing outside this folder changes. */
	install: !words.includes('--no-install'),
	/** False: the site alone; runners on other hosts connect to it. */
	runner: !words.includes('--without-runner')
};
const rest = words.filter((word) => !['--no-install', '--without-runner'].includes(word));

/** @type {Record<string, () => Promise<number>>} */
const tasks = {
	async start() {
		await refuseTakenPort();
		await packages(options);
		// The engine and its images take longest and only the runner needs them: the pages do not wait.
		const runnerReady = options.runner ? sandboxes(firstImages) : Promise.resolve(false);
		await buildSite();
		return serve({ runnerReady, began, later: options.install ? laterImages : [] });
	},
	async test() {
		await packages(options);
		const tools = await testTools(options);
		await buildSite();
		const ready = await sandboxes([...firstImages, ...laterImages]);
		return onNode24('tests/run.ts', rest, { ...tools, CYCLELAB_ENGINE: ready ? '1' : '' });
	},
	async 'test:faults'() {
		await packages(options);
		const tools = await testTools(options);
		await buildSite();
		const ready = await sandboxes([...firstImages, ...laterImages]);
		const env = { CYCLELAB_ENGINE: ready ? '1' : '', CYCLELAB_FAULTS: 'whole' };
		return onNode24('tests/run.ts', ['faults'], { ...tools, ...env });
	},
	'test:hostile': () => wholeSuite('hostile', { CYCLELAB_HOSTILE: 'whole' }),
	'test:tools': () => wholeSuite('tools', { CYCLELAB_TOOLS: 'whole' }),
	async 'test:arm64'() {
		await packages(options);
		await typesOfPages();
		const names = [...firstImages, ...laterImages];
		const ready = (await sandboxes(names)) && (await sandboxes(names, 'arm64'));
		return onNode24('tests/run.ts', ['arm64'], { CYCLELAB_ENGINE: ready ? '1' : '' });
	},
	async check() {
		await packages(options);
		await typesOfPages();
		return onNode24('tests/run.ts', ['check', ...rest], {});
	},
	async 'test:compose'() {
		await packages(options);
		if (!(await sandboxes([...firstImages, ...laterImages])) || !(await compose(options)))
			throw new SetupError('The test of docker-compose.yml needs a Docker Engine and Compose.');
		return onNode24('node_modules/vitest/vitest.mjs', ['run', '--project=compose', ...rest], {});
	},
	async bench() {
		await productToMeasure();
		return onNode24('tests/bench/main.ts', rest, {});
	},
	async 'bench:fleet'() {
		await productToMeasure();
		const { CYCLELAB_POSTGRES = '' } = await testTools(options);
		const entry = 'tests/bench/fleet/main.ts';
		if (!CYCLELAB_POSTGRES) return onNode24(entry, rest, {});
		const env = { CYCLELAB_POSTGRES, CYCLELAB_POSTGRES_FSYNC: 'on' };
		return onNode24('tests/with-postgres.ts', [node24, join(root, entry), ...rest], env);
	},
	async 'bench:pages'() {
		await productToMeasure();
		const { CYCLELAB_BROWSER = '' } = await testTools(options);
		return onNode24('tests/bench/pages/main.ts', rest, { CYCLELAB_BROWSER });
	},
	async 'bench:workshop'() {
		await productToMeasure();
		return onNode24('tests/bench/workshop/main.ts', rest, {});
	},
	async 'bench:load'() {
		await productToMeasure();
		return onNode24('tests/bench/load/main.ts', rest, {});
	},
	async 'bench:accuracy'() {
		await sandboxesToMeasure([...firstImages, ...laterImages]);
		return onNode24('tests/bench/accuracy/main.ts', rest, {});
	},
	async 'bench:exercises'() {
		await sandboxesToMeasure([...firstImages, ...laterImages]);
		return onNode24('tests/bench/exercises/main.ts', rest, {});
	},
	async backup() {
		await packages(options);
		return onNode24('site/server/backup-command.ts', ['backup', ...rest], { DATA_DIR: dataDir });
	},
	async restore() {
		await packages(options);
		return onNode24('site/server/backup-command.ts', ['restore', ...rest], { DATA_DIR: dataDir });
	},
	async 'runner:token'() {
		await packages(options);
		return onNode24('site/server/runner-token.ts', rest, { DATA_DIR: dataDir });
	}
};

/** What most benches measure: the site as built, and a runner's first images. */
async function productToMeasure() {
	await sandboxesToMeasure(firstImages);
	await buildSite();
}

/** @param {string[]} names of images */
async function sandboxesToMeasure(names) {
	await packages(options);
	if (!(await sandboxes(names))) throw new SetupError('The bench needs a Docker Engine.');
}

/**
 * A suite of real containers in its long form.
 * @param {string} suite @param {Record<string, string>} form
 */
async function wholeSuite(suite, form) {
	await packages(options);
	await buildSite();
	const ready = await sandboxes([...firstImages, ...laterImages]);
	return onNode24('tests/run.ts', [suite], { ...form, CYCLELAB_ENGINE: ready ? '1' : '' });
}

/**
 * An engine that answers and these images. Says why not, and is false, if that cannot be.
 * @param {string[]} names
 * @param {string} [platform] another one than this machine's
 */
async function sandboxes(names, platform) {
	try {
		if (!(await engine(options))) return false;
		await images(names, options, platform);
		return true;
	} catch (error) {
		if (!(error instanceof SetupError)) throw error;
		say(`No runner on this machine: ${error.message}`);
		return false;
	}
}

/**
 * @param {string} entry @param {string[]} args @param {Record<string, string>} env
 * @returns {Promise<number>} its exit code
 */
function onNode24(entry, args, env) {
	return new Promise((resolve, reject) => {
		const child = spawn(node24, [join(root, entry), ...args], {
			cwd: root,
			env: { ...process.env, ...env },
			stdio: ['ignore', 'inherit', 'inherit']
		});
		child.on('error', reject);
		child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
		// A terminal sends Ctrl+C to both; the child ends first and we report how.
		process.on('SIGINT', () => {});
		process.on('SIGTERM', () => child.kill('SIGTERM'));
	});
}

const chosen = tasks[task];
if (!chosen) {
	say(`There is no "${task}". Known: ${Object.keys(tasks).join(', ')}.`);
	process.exit(2);
}
try {
	process.exitCode = await chosen();
} catch (error) {
	if (!(error instanceof SetupError)) throw error;
	say(error.message);
	process.exitCode = 1;
}
