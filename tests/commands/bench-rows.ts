/** How the documents' benches are tried. Pure. */
import { minute, run, type CommandRow } from './row.ts';

export const benchRows: readonly CommandRow[] = [
	{ command: 'npm run bench', ...run('npm run bench -- --quick', 20 * minute) },
	...[
		'npm run bench -- peers',
		'npm run bench -- click',
		'npm run bench -- events',
		'npm run bench -- typing',
		'RUNNER_CELLS=off npm run bench -- peers'
	].map((command) => ({ command, ...run(`${command} --quick`, 20 * minute) })),
	{
		command: 'npm run bench:accuracy',
		...run('npm run bench:accuracy -- --quick known aa coverage', 20 * minute)
	},
	{
		command: 'npm run bench:accuracy -- events',
		...run('npm run bench:accuracy -- --quick events', 20 * minute)
	},
	{
		command: 'npm run bench:accuracy -- costs',
		...run('npm run bench:accuracy -- costs', 20 * minute)
	},
	{
		command: 'npm run bench:accuracy -- events-recorded',
		...run('npm run bench:accuracy -- --quick events-recorded', 20 * minute)
	},
	{
		command: 'npm run bench:accuracy -- languages',
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
		command: 'npm run record',
		...run('npm run record -- what-is-a-cycle && ls exercises/05-what-is-a-cycle/recorded-*-c.json')
	},
	{
		command: 'node_modules/.bin/node tests/bench/exercises/versions.ts clang-19 clang-22',
		...run(
			'npm ci && node_modules/.bin/node images/main.ts && node_modules/.bin/node tests/bench/exercises/versions.ts clang-19 clang-22 --only store-forwarding --all',
			20 * minute
		),
		prints: /store-forwarding/
	},
	{ command: 'npm run bench:blocks', ...run('npm run bench:blocks -- --quick') },
	{
		command: 'npm run bench:blocks -- why',
		...run("BLOCK='imul rax, rcx; lea r8, [r9 + 0x1]' npm run bench:blocks -- why")
	},
	{ command: 'npm run bench:load', ...run('npm run bench:load -- --quick') },
	{ command: 'npm run bench:load -- fleet', ...run('npm run bench:load -- fleet --quick') },
	{
		command: 'PEER=<folder> npm run bench -- peers',
		whyNot: 'Needs a checkout of Compiler Explorer in which its packages are installed.'
	}
];
