/**
 * Records what compilers print for the sources of `runner/fixtures/diagnostics`, by the commands of the toolchains, in plain
 * containers of the images. Files: <source>.<compiler>.txt, and .json (gcc, rustc, Crystal). Run by hand after a change
 * of a command or of a compiler, then read the difference:
 *   node_modules/.bin/node tests/integration/record/diagnostics.ts
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import {
	clangs,
	compileCommand,
	gccs,
	isGcc,
	messagesCommand,
	type CcBuild
} from '../../../runner/src/toolchains/cc-compile.ts';
import {
	compileCommand as crystalCommand,
	messagesCommand as crystalMessages
} from '../../../runner/src/toolchains/crystal-build.ts';
import { mcsCommand } from '../../../runner/src/toolchains/dotnet-compile.ts';
import { compileCommand as goCommand } from '../../../runner/src/toolchains/go-compile.ts';
import { compileCommand as rustCommand } from '../../../runner/src/toolchains/rust-build.ts';
import type { Build } from '../../../runner/src/toolchains/toolchain.ts';
import type { Command, Output } from '../../../runner/src/sandbox/command.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import { standingContainer, type StandingContainer } from '../sandbox/standing-container.ts';

const fixtures = join(import.meta.dirname, '../../../runner/fixtures/diagnostics');
const folder = mkdtempSync(join(tmpdir(), 'cyclelab-record-'));
const limits = stepLimits.compile;
const write = (name: string, bytes: Buffer) => writeFileSync(join(fixtures, name), bytes);

async function inImage(
	image: Parameters<typeof standingContainer>[1],
	record: (run: (command: Command) => Output) => void
) {
	const container: StandingContainer = await standingContainer(
		['--volume', `${folder}:/step`, '--workdir', '/step'],
		image
	);
	try {
		record((command) => {
			for (const [name, text] of Object.entries(command.files ?? {}))
				writeFileSync(join(folder, name), text);
			const argv = command.argv.map((word) =>
				word.replaceAll('{in}', '/step').replaceAll('{out}', '/step')
			);
			return container.run(argv, { env: command.env });
		});
	} finally {
		container.remove();
	}
}

const sources = readdirSync(fixtures).flatMap((name) => {
	const { name: variant, ext } = parse(name);
	const language = (['c', 'cpp', 'rs', 'go', 'cs', 'cr'] as const).find(
		(known) => `.${known}` === ext
	);
	const source = readFileSync(join(fixtures, name), 'utf8');
	return language ? [{ variant, language, source, name }] : [];
});
const build = { target: 'x86-64', flags: [] } as const;
const of = (...languages: Build['language'][]) =>
	sources.filter(({ language }) => languages.includes(language));

try {
	await inImage('cc', (run) => {
		for (const { name, ...source } of of('c', 'cpp'))
			for (const compiler of [...clangs, ...gccs]) {
				const flags = ['-Wall', ...(source.language === 'cpp' ? [] : ['-Wextra'])];
				const command = compileCommand({ ...build, ...source, flags, compiler } as CcBuild, limits);
				const { stderr } = run(command);
				write(`${name}.${compiler}.txt`, stderr);
				if (isGcc(compiler))
					write(`${name}.${compiler}.json`, run(messagesCommand(command)).stderr);
			}
	});
	await inImage('rust', (run) => {
		for (const { name, ...source } of of('rs'))
			write(
				`${name}.json`,
				run(rustCommand({ ...build, ...source, compiler: 'rust-1.85' }, limits)).stderr
			);
	});
	await inImage('go', (run) => {
		for (const { name, ...source } of of('go'))
			write(
				`${name}.txt`,
				run(goCommand({ ...build, ...source, compiler: 'go-1.27' }, limits)).stdout
			);
	});
	await inImage('dotnet', (run) => {
		for (const { name, ...source } of of('cs')) {
			const command = mcsCommand({ ...build, ...source, compiler: 'mono-6.12' }, limits);
			const text = run(command).stderr.toString().replaceAll('/step/', '');
			write(`${name}.txt`, Buffer.from(text));
		}
	});
	await inImage('crystal', (run) => {
		for (const { name, ...source } of of('cr')) {
			const command = crystalCommand({ ...build, ...source, compiler: 'crystal-1.14' }, limits);
			write(`${name}.json`, run(crystalMessages(command)).stderr);
		}
	});
} finally {
	rmSync(folder, { recursive: true });
}
