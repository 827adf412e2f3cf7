/** How each command of the documents is tried, in a short form, from a bare clone. Pure. */

export type Row = {
	/** As the documents have it. */
	command: string;
} & (Tried | { whyNot: string });

export type Tried = {
	/** A script for bash in the root of a fresh clone, where nothing is installed. */
	short: string;
	/** It has to be over by then, seconds. Long: a clone installs its packages and builds its pages first. */
	within: number;
	/** Exit codes that are fine. Default: 0 alone. */
	exits?: number[];
	/** Its output has to match this. */
	prints?: RegExp;
};

const minute = 60;

/** Starts the product, waits until a runner is connected, does this, and stops the product by a signal. */
const besideSite = (script: string) =>
	[
		'exec 3< <(node start.mjs start & echo "pid $!"; wait)',
		'read -r _ site <&3',
		'while read -r line <&3; do echo "$line"; case $line in *"runner is connected"*) break;; esac; done',
		'cat <&3 &',
		`( ${script} )`,
		'code=$?',
		'kill -TERM $site',
		'wait',
		'exit $code'
	].join('\n');
/** Starts the product, waits until it has printed `words`, and stops it by a signal to npm. */
const served = (start: string, words: string): Tried => ({
	short: [
		`${start} > start.log 2>&1 & npm=$!`,
		`until grep -q '${words}' start.log; do kill -0 $npm || { cat start.log; exit 1; }; sleep 0.2; done`,
		// npm ends at once and the start after it
		'kill -TERM $npm; until [ ! -e data/running.json ]; do sleep 0.2; done; cat start.log'
	].join('\n'),
	within: 10 * minute,
	prints: /Stopping\./
});
const run = (short: string, within = 10 * minute): Tried => ({ short, within });
/** Of a store that holds a run. */
const backUp = (words = '') =>
	`node site/client/cyclelab.mjs run what-is-a-cycle --variant add --inspect && npm run backup ${words}`;

const byCompose = 'Part of `npm run test:compose`, which builds the images of production.';
const emulated =
	'Makes arm64 images under an emulator first, for about an hour, unless the host is arm64.';

export const table: Row[] = [
	{ command: 'npm start', ...served('npm start', 'The runner is connected') },
	{
		command: 'npm start -- --host 0.0.0.0',
		...served('npm start -- --without-runner --host 0.0.0.0', 'It listens on 0.0.0.0')
	},
	{ command: 'npm run dev', ...served('npm run dev -- --without-runner', 'Cyclelab is at') },
	{
		command: 'npm start -- --no-install',
		...served('npm start -- --no-install', 'The runner is connected')
	},
	{ command: 'npm test', ...run('npm test -- unit') },
	{ command: 'npm test -w exercises', ...run('npm test -w exercises') },
	{ command: 'npm run check', ...run('npm run check') },
	...['npm run rehearse', 'npm run rehearse -- 60'].map((command): Row => ({
		command,
		...run(besideSite(`timeout --signal=INT 20 ${command}`)),
		exits: [0, 124, 130],
		prints: /Lead it at http/
	})),
	{
		command: 'FUZZ_ROUNDS=20000 npm test -- fuzz',
		...run('FUZZ_ROUNDS=200 npm test -- fuzz')
	},
	{ command: 'npm run bench', ...run('npm run bench -- --quick', 20 * minute) },
	...[
		'npm run bench -- profile',
		'npm run bench -- throughput',
		'RUNNER_CELLS=off npm run bench -- profile throughput'
	].map((command) => ({ command, ...run(`${command} --quick`, 20 * minute) })),
	{
		command: 'npm run bench:accuracy',
		...run('npm run bench:accuracy -- --quick known aa coverage counts roundtrip', 20 * minute)
	},
	{
		command: 'npm run bench:accuracy -- languages counts',
		...run('npm run bench:accuracy -- --quick languages', 20 * minute)
	},
	{
		command: 'npm run bench:exercises',
		...run('npm run bench:exercises -- --exercise store-forwarding --language c --times 1')
	},
	{
		command: 'npm run bench:exercises -- --figures docs/figures.md',
		...run(
			'npm run bench:exercises -- --exercise price-of-pause --times 1 --figures figures.md && grep Pause figures.md -i'
		)
	},
	{
		command: 'node_modules/.bin/node tests/bench/exercises/versions.ts clang-19 clang-22 --inspect',
		...run(
			'npm ci && node_modules/.bin/node images/main.ts && node_modules/.bin/node tests/bench/exercises/versions.ts clang-19 clang-22 --inspect --only store-forwarding --all',
			20 * minute
		),
		prints: /store-forwarding/
	},
	{ command: 'npm run bench:blocks', ...run('npm run bench:blocks -- --quick') },
	{ command: 'npm run bench:workshop', ...run('npm run bench:workshop -- --quick') },
	{
		command: 'npm run bench:availability',
		...run('npm run bench:availability -- --quick')
	},
	{
		command: 'npm run bench:load',
		...run('npm run bench:load -- --quick --learners=5 --minutes=0.5')
	},
	{ command: 'npm run bench:pages', ...run('npm run bench:pages -- --quick') },
	{ command: 'npm run bench:fleet', ...run('npm run bench:fleet -- --quick') },
	{ command: 'npm run test:hostile', ...run('npm run test:hostile -- 19-forks', 15 * minute) },
	{
		command: 'FUZZ_ROUNDS=2000 npm run test:hostile -- properties',
		...run('FUZZ_ROUNDS=2 npm run test:hostile -- properties', 15 * minute)
	},
	{
		command: 'npm run test:tools',
		...run('npm run test:tools -- store-forwarding', 15 * minute)
	},
	{
		command: 'npm run test:faults',
		...run('npm run test:faults -- "SIGTERM to npm"', 15 * minute)
	},
	{
		command: 'npm run test:processors',
		...run('npm run test:processors -- zen-5', 15 * minute)
	},
	{
		command: 'npm run test:soak',
		...run('npm run test:soak -- --variants 10', 15 * minute)
	},
	{ command: 'npm run test:arm64', whyNot: emulated },
	{
		command: 'npm run test:vm',
		whyNot:
			'Boots a virtual machine, which takes hours where there is no KVM; it is a test by itself.'
	},
	{
		command: 'npm run test:compose',
		whyNot: 'Builds the images of production for minutes; it is a test by itself.'
	},
	{
		command: 'npm run test:commands',
		whyNot: 'This is it.'
	},
	{
		command: 'npm run backup',
		...run(besideSite(`${backUp()} && ls data/backups/*`)),
		prints: /^[1-9]\d* rows are backed up/m
	},
	{
		command: 'npm run restore',
		short: 'npm run restore',
		within: 10 * minute,
		exits: [2],
		prints: /<file>/
	},
	{
		command: 'npm run restore -- <file>',
		...run(`( ${besideSite(backUp('-- kept.gz'))} ) && npm run restore -- --replace kept.gz`),
		prints: /^[1-9]\d* rows of \S+ are restored/m
	},
	{ command: 'npm run runner:token', ...run('npm run runner:token -- --label here') },
	...['graviton-1', 'first-arm64'].map((label) => {
		const command = `npm run runner:token -- --label ${label}`;
		return { command, ...run(command) };
	}),
	{
		command: 'npm run runner:token -- --list',
		...run('npm run runner:token -- --label one && npm run runner:token -- --list')
	},
	{ command: 'npm ci', ...run('npm ci') },
	{
		command: 'node_modules/.bin/node images/main.ts',
		...run('npm ci && node_modules/.bin/node images/main.ts', 20 * minute)
	},
	...[
		'npm run images:push -- localhost:5000',
		'npm run images:push -- ghcr.io/owner --platform x86-64'
	].map((command) => ({
		command,
		whyNot: 'Needs an image registry; tests/integration/registry.test.ts starts one.'
	})),
	{
		command: 'npm run images:push',
		short: 'npm run images:push',
		within: 10 * minute,
		exits: [2],
		prints: /<registry>/
	},
	{
		command: 'node_modules/.bin/node tests/bench/exercises/try.ts <slug>',
		...run(
			'npm run runner:token -- --list && node_modules/.bin/node tests/bench/exercises/try.ts store-forwarding'
		)
	},
	{
		command:
			'node site/client/cyclelab.mjs run store-forwarding --source bytes=my.c --claim bytes-stall --markdown',
		short: besideSite(
			'cp exercises/*-store-forwarding/bytes.c my.c && node site/client/cyclelab.mjs run store-forwarding --source bytes=my.c --claim bytes-stall --markdown'
		),
		within: 10 * minute,
		// reproduced, not here, undecided: the machine decides
		exits: [0, 1, 4]
	},
	{
		command: 'node site/client/cyclelab.mjs run --file my.c --at-most a=4.2 --snapshot',
		short: besideSite(
			'cp exercises/*-store-forwarding/bytes.c my.c && node site/client/cyclelab.mjs run --file my.c --at-most a=4.2 --snapshot'
		),
		within: 10 * minute,
		exits: [0, 1, 4]
	},
	{
		command:
			'node site/client/cyclelab.mjs compare --base origin/main --file src/hot.c --kernel hot --at-most 1.02',
		short: besideSite(
			'file=$(ls exercises/*-free-play/a.c) && echo >> $file && node site/client/cyclelab.mjs compare --base HEAD --file $file --at-most 1.02'
		),
		within: 10 * minute,
		exits: [0, 1, 4],
		prints: /The machine code is the same/
	},
	{
		command: 'node site/client/cyclelab.mjs compare --file before.c --file after.c --markdown',
		short: besideSite(
			'cp exercises/*-free-play/a.c before.c && cp exercises/*-free-play/b.c after.c && node site/client/cyclelab.mjs compare --file before.c --file after.c --markdown'
		),
		within: 10 * minute,
		exits: [0, 4],
		prints: /counted exactly/
	},
	{
		command: 'npm pack ./site/client',
		...run('npm pack ./site/client'),
		prints: /cyclelab-client-[\d.]+\.tgz/
	},
	{
		command: 'npm install --global ./cyclelab-client-0.1.0.tgz',
		...run(
			'npm pack ./site/client && npm install --global --prefix installed ./cyclelab-client-0.1.0.tgz && installed/bin/cyclelab help'
		),
		prints: /cyclelab run/
	},
	{
		command:
			'RUNNER_EMULATES=arm64 RUNNER_ID=arm64-here SITE_URL=... RUNNER_TOKEN=... node_modules/.bin/node runner/src/main.ts',
		whyNot: emulated
	},
	...[
		'docker compose up',
		'docker compose up -d --build',
		'docker compose up -d --build runner-alone',
		'docker compose up runner-alone',
		'docker compose --profile together up',
		'docker compose --profile together up -d --build',
		'docker compose stop runner-alone',
		'docker compose stop site',
		'docker compose start site',
		`docker compose logs runner-alone | grep -E '"ready"|not ready'`,
		'docker compose exec site node_modules/node/bin/node site/server/runner-token.ts --label <name>',
		'docker compose exec -T site node_modules/node/bin/node site/server/backup-command.ts backup - > file',
		'docker compose run --rm -T site node_modules/node/bin/node site/server/backup-command.ts restore - < file'
	].map((command) => ({ command, whyNot: byCompose }))
];
