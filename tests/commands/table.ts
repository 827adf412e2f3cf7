/** How each command of the documents is tried. Pure. */
import { benchRows } from './bench-rows.ts';
import { backUp, besideSite, minute, run, served, type CommandRow } from './row.ts';

const byCompose = 'Part of `npm run test:compose`, which builds the images of production.';
const emulated =
	'Makes arm64 images under an emulator first, for about an hour, unless the host is arm64.';

export const table: CommandRow[] = [
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
	...['npm run rehearse', 'npm run rehearse -- 60'].map((command): CommandRow => ({
		command,
		...run(besideSite(`timeout --signal=INT 20 ${command}`)),
		exits: [0, 124, 130],
		prints: /Lead it at http/
	})),
	{
		command: 'FUZZ_ROUNDS=20000 npm test -- fuzz',
		...run('FUZZ_ROUNDS=200 npm test -- fuzz')
	},
	...benchRows,
	{
		command: 'npm run test:exercises',
		...run('npm run test:exercises -- loop-order', 15 * minute)
	},
	{ command: 'npm run test:hostile', ...run('npm run test:hostile -- 19-forks', 15 * minute) },
	{
		command: 'FUZZ_ROUNDS=2000 npm run test:hostile -- properties',
		...run('FUZZ_ROUNDS=2 npm run test:hostile -- properties', 15 * minute)
	},
	{
		command: 'FUZZ_ROUNDS=2000 npm run test:hostile -- honest',
		...run('FUZZ_ROUNDS=2 npm run test:hostile -- honest', 15 * minute)
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
	{
		command: 'DATA_DIR=/tmp/rehearsal npm run restore -- <file>',
		...run(
			`( ${besideSite(backUp('-- kept.gz'))} ) && DATA_DIR=$PWD/rehearsal npm run restore -- kept.gz`
		),
		prints: /^[1-9]\d* rows of \S+ are restored/m
	},
	{
		command: 'DATA_DIR=/tmp/rehearsal PORT=3100 npm start -- --without-runner',
		...served('DATA_DIR=$PWD/rehearsal npm start -- --without-runner', 'Cyclelab is at')
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
	{
		command: 'npm run snapshot:delete',
		short: 'npm run snapshot:delete',
		within: 10 * minute,
		exits: [2],
		prints: /Which shared run/
	},
	{
		command: 'npm run snapshot:delete -- <address>',
		...run(
			besideSite(
				'node site/client/cyclelab.mjs run what-is-a-cycle --variant add --inspect --snapshot > out && npm run snapshot:delete -- $(tail -1 out) && ! node site/client/cyclelab.mjs show $(tail -1 out)'
			)
		),
		prints: /is deleted\. Its address says/
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
		whyNot: 'Needs an image registry; tests/integration/images/registry.test.ts starts one.'
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
		command:
			'node site/client/cyclelab.mjs track --file src/hot.c --kernel hot --series cyclelab.jsonl',
		short: besideSite(
			'file=$(ls exercises/*-free-play/a.c) && node site/client/cyclelab.mjs track --file $file --series cyclelab.jsonl'
		),
		within: 10 * minute,
		prints: /cyclelab\.jsonl has a new line/
	},
	{
		command:
			'node site/client/cyclelab.mjs track --series cyclelab.jsonl --show --svg cyclelab.svg',
		short:
			'touch cyclelab.jsonl && node site/client/cyclelab.mjs track --series cyclelab.jsonl --show --svg cyclelab.svg; code=$?; grep "<svg" cyclelab.svg && exit $code',
		within: minute,
		// An empty series has no verdict.
		exits: [4],
		prints: /not enough data[^]*<svg/
	},
	{
		command: 'npm pack ./site/client',
		...run('npm pack ./site/client'),
		prints: /cyclelab-[\d.]+\.tgz/
	},
	{
		command: 'npm install --global ./cyclelab-0.1.0.tgz',
		...run(
			'npm pack ./site/client && npm install --global --prefix installed ./cyclelab-0.1.0.tgz && installed/bin/cyclelab help'
		),
		prints: /cyclelab run/
	},
	{
		command:
			'RUNNER_EMULATES=arm64 RUNNER_ID=arm64-here SITE_URL=... RUNNER_TOKEN=... node_modules/.bin/node runner/src/main.ts',
		whyNot: emulated
	},
	{
		command: 'node setup/release.mjs --set 1.0.0',
		...run('node setup/release.mjs --set 1.0.0 && npm ci --dry-run && git diff --stat'),
		prints: /9 files changed/
	},
	{
		command: 'node setup/release.mjs v1.0.0',
		...run('node setup/release.mjs v1.0.0'),
		exits: [1],
		prints: /The tag says 1\.0\.0, but/
	},
	...[
		'docker compose up',
		'docker compose up -d --build',
		'docker compose up -d --no-build',
		'docker compose up -d --build runner-alone',
		'docker compose up runner-alone',
		'docker compose --profile tls up',
		'docker compose --profile tls up -d --build',
		'docker compose up --no-deps site',
		'docker compose up -d --build --no-deps site',
		'docker compose --profile together up',
		'docker compose --profile together up -d --build',
		'docker compose stop runner-alone',
		'docker compose stop site',
		'docker compose start site',
		`docker compose logs runner-alone | grep -E '"ready"|not ready'`,
		'docker compose exec site node_modules/.bin/node site/server/runner-token.ts --label <name>',
		'docker compose exec site node_modules/.bin/node site/server/snapshot-command.ts <address>',
		'docker compose exec -T site node_modules/.bin/node site/server/backup-command.ts backup - > file',
		'docker compose run --rm -T site node_modules/.bin/node site/server/backup-command.ts restore - < file'
	].map((command) => ({ command, whyNot: byCompose }))
];
