/**
 * Shell: `npm start`, `npm run dev`, `npm test`, `npm run check`, `npm run bench` and its others, `npm run runner:token`, `npm run images:push`,
 * `npm run rehearse`, `npm run backup` and `npm run restore`: everything that is missing first, then the thing itself. Plain Node 18 or newer, no packages: this
 * runs before any are installed.
 */
import { ending, noticeEndings } from './setup/ending.mjs';
import { engine } from './setup/engine.mjs';
import { dataDir } from './setup/folder.mjs';
import { firstImages, images, laterImages, offerDebootstrap } from './setup/images.mjs';
import { claimFile, claimFolder, refuseTakenPlace } from './setup/instance.mjs';
import { packages } from './setup/packages.mjs';
import { placeOf } from './setup/place.mjs';
import { onNode24 } from './setup/program.mjs';
import { startReaper } from './setup/reaper.mjs';
import { SetupError, say } from './setup/say.mjs';
import { runnerId, serve } from './setup/serve.mjs';
import { buildSite, typesOfPages } from './setup/site-build.mjs';
import { compose, testTools, virtualMachine } from './setup/test-tools.mjs';
import { hostIn } from './setup/place.mjs';

const began = performance.now();
const [task = 'start', ...words] = process.argv.slice(2);
const options = {
	/** False: nothing outside this folder changes. */
	install: !words.includes('--no-install'),
	/** False: the site alone; runners on other hosts connect to it. */
	runner: !words.includes('--without-runner'),
	/** True: this host is for nothing else, so strangers may use its sandboxes although their root is the host's. */
	dedicated: words.includes('--dedicated-host') || process.env.DEDICATED_HOST === '1'
};
const isOption = /^--(no-install|without-runner|dedicated-host)$/;
const args = words.filter((word) => !isOption.test(word));

const allImages = [...firstImages, ...laterImages];

/** @type {Record<string, () => Promise<number>>} */
const tasks = {
	start: () => product(),
	dev: () => product({ dev: true }),
	async test() {
		await packages(options);
		const tools = await testTools(options);
		await buildSite();
		const ready = await sandboxes(allImages);
		return onNode24('tests/run.ts', args, { ...tools, CYCLELAB_ENGINE: ready ? '1' : '' });
	},
	'test:faults': () => wholeSuites(['faults'], { CYCLELAB_FAULTS: 'whole' }, ['postgresql']),
	'test:hostile': () => wholeSuites(['hostile'], { CYCLELAB_HOSTILE: 'whole' }),
	'test:tools': () => wholeSuites(['tools'], { CYCLELAB_TOOLS: 'whole' }),
	async 'test:vm'() {
		await packages(options);
		await virtualMachine(options);
		await buildSite();
		const needsCompose = args.length === 0 || args.some((word) => word.startsWith('compose'));
		if (!(await sandboxes(allImages)) || (needsCompose && !(await compose(options))))
			throw new SetupError(
				"The virtual machine's images come from a Docker Engine and Compose of this machine."
			);
		return onNode24('tests/vm/main.ts', args, {});
	},
	'test:processors': () =>
		wholeSuites(['processors', 'processors-pages'], { CYCLELAB_PROCESSORS: 'whole' }),
	'test:soak': () => inSandboxes('tests/soak/main.ts'),
	async 'test:arm64'() {
		await packages(options);
		await typesOfPages();
		const ready = (await sandboxes(allImages)) && (await sandboxes(allImages, 'arm64'));
		return onNode24('tests/run.ts', ['arm64'], { CYCLELAB_ENGINE: ready ? '1' : '' });
	},
	'test:exercises': () => wholeSuites(['exercises'], { CYCLELAB_EXERCISES: 'whole' }),
	async 'test:content'() {
		await packages(options);
		await typesOfPages();
		const unit = ['run', '--project=unit'];
		return onNode24(
			'node_modules/vitest/vitest.mjs',
			[...unit, 'exercises/', 'tests/claim-gate/'],
			{}
		);
	},
	async 'test:commands'() {
		await packages(options);
		return onNode24('tests/commands/main.ts', args, {});
	},
	async check() {
		await packages(options);
		await typesOfPages();
		return onNode24('tests/run.ts', ['check', ...args], {});
	},
	async 'test:compose'() {
		await packages(options);
		if (!(await sandboxes(allImages)) || !(await compose(options)))
			throw new SetupError('The test of docker-compose.yml needs a Docker Engine and Compose.');
		return onNode24('node_modules/vitest/vitest.mjs', ['run', '--project=compose', ...args], {});
	},
	bench: () => inBrowser('tests/bench/main.ts'),
	'bench:load': () => onProduct('tests/bench/load.ts'),
	'bench:accuracy': () => inSandboxes('tests/bench/accuracy/main.ts'),
	'bench:exercises': () => inSandboxes('tests/bench/exercises/main.ts'),
	'bench:blocks': () => inSandboxes('tests/bench/blocks/main.ts'),
	record: () => inSandboxes('tests/bench/exercises/record.ts'),
	async backup() {
		await packages(options);
		return onNode24('site/server/backup-command.ts', ['backup', ...args], { DATA_DIR: dataDir });
	},
	async restore() {
		await packages(options);
		return onNode24('site/server/backup-command.ts', ['restore', ...args], { DATA_DIR: dataDir });
	},
	async 'images:push'() {
		await packages(options);
		if (!(await engine(options))) throw new SetupError('Images are pushed by a Docker Engine.');
		await offerDebootstrap();
		return onNode24('images/push.ts', args);
	},
	async rehearse() {
		await packages(options);
		const { url } = placeOf(undefined, process.env);
		return onNode24('tests/rehearse/main.ts', args, { CYCLELAB_SITE: url });
	},
	async 'snapshot:delete'() {
		await packages(options);
		return onNode24('site/server/snapshot-command.ts', args, { DATA_DIR: dataDir });
	},
	async 'runner:token'() {
		await packages(options);
		return onNode24('site/server/runner-token.ts', args, { DATA_DIR: dataDir });
	}
};

/**
 * The site with a local runner, until asked to stop.
 * @param {{ dev?: boolean }} [form] dev: pages, site and runner follow their sources
 * @returns {Promise<number>} exit code
 */
async function product({ dev = false } = {}) {
	const place = placeOf(hostIn(words), process.env);
	const claim = await claimFolder(place.url);
	const reaper = startReaper(claimFile, runnerId());
	claim.reapedBy(reaper.pid);
	let isClean = true;
	try {
		// Before anything is installed or built: building under a running site would take the files it serves away.
		await refuseTakenPlace(place);
		await packages(options);
		// The engine and its images take longest and only the runner needs them: the pages do not wait.
		const isShared = place.isOpen && !options.dedicated;
		const runnerReady = options.runner
			? sandboxes(firstImages, undefined, isShared)
			: Promise.resolve(false);
		await (dev ? typesOfPages() : buildSite());
		const later = options.install ? laterImages : [];
		const end = await serve({ place, runnerReady, began, later, dev });
		({ isClean } = end);
		return end.code;
	} finally {
		const removed = await reaper.end(isClean);
		if (removed) say(removed);
		claim.release();
	}
}

/** The site as built, and a runner's first images. */
async function productToMeasure() {
	await sandboxesToMeasure(firstImages);
	await buildSite();
}

/** @param {string[]} names of images */
async function sandboxesToMeasure(names) {
	await packages(options);
	if (!(await sandboxes(names)))
		throw new SetupError('Measuring needs a Docker Engine, and none answers.');
}

/** @param {string} entry a program that measures in the sandboxes of every language */
async function inSandboxes(entry) {
	await sandboxesToMeasure(allImages);
	return onNode24(entry, args, {});
}

/** @param {string} entry a program that measures the site with a runner */
async function onProduct(entry) {
	await productToMeasure();
	return onNode24(entry, args, {});
}

/** @param {string} entry a program that measures the site with a runner, also in a browser */
async function inBrowser(entry) {
	await productToMeasure();
	const { CYCLELAB_BROWSER = '' } = await testTools(options, ['chromium']);
	return onNode24(entry, args, { CYCLELAB_BROWSER });
}

/**
 * Suites of real containers in their long form: all tests, or only those whose names match the words of the command.
 * @param {string[]} suites
 * @param {Record<string, string>} form
 * @param {Parameters<typeof testTools>[1]} [tools]
 */
async function wholeSuites(suites, form, tools = []) {
	await packages(options);
	const found = await testTools(options, tools);
	await buildSite();
	const ready = await sandboxes(allImages);
	const only = args.length > 0 ? { CYCLELAB_ONLY: args.join(' ') } : {};
	const env = { CYCLELAB_ENGINE: ready ? '1' : '', ...only };
	return onNode24('tests/run.ts', suites, { ...found, ...form, ...env });
}

/**
 * Ensures an engine that answers and these images. Otherwise prints why not and returns false.
 * @param {string[]} names
 * @param {string} [platform] a platform other than this machine's
 * @param {boolean} [isShared] strangers reach this host, which has other purposes
 */
async function sandboxes(names, platform, isShared = false) {
	try {
		if (!(await engine({ ...options, isShared }))) return false;
		await images(names, options, platform);
		return true;
	} catch (error) {
		if (ending.aborted) return false;
		if (!(error instanceof SetupError)) throw error;
		say(`No runner on this machine: ${error.message}`);
		return false;
	}
}

const chosen = tasks[task];
if (!chosen) {
	say(`There is no "${task}". Known: ${Object.keys(tasks).join(', ')}.`);
	process.exit(2);
}
noticeEndings();
try {
	process.exitCode = await chosen();
} catch (error) {
	// Asked to end during the set-up: a step that failed by that is no failure to report.
	if (ending.aborted) process.exit(1);
	if (!(error instanceof SetupError)) throw error;
	say(error.message);
	process.exitCode = 1;
}
