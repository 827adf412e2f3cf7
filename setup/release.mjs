/**
 * Shell: `node setup/release.mjs v1.0.0` checks that the tag, every package and the changelog name one version, and prints the
 * section of the changelog. The release workflow publishes nothing if this fails. `node setup/release.mjs --set 1.0.0` writes the
 * version into every package.json, the lock file and the chart.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ notes: string } | { fault: string }} Release */

/**
 * @param {string} tag such as v1.0.0
 * @param {Record<string, string>} versions by the path of each package.json
 * @param {string} changelog with a heading `## 1.0.0` or `## 1.0.0 (2027-01-31)` for the version
 * @returns {Release} the section's text without its heading
 */
export function releaseOf(tag, versions, changelog) {
	const [, version] = /^v(\d+\.\d+\.\d+(?:-[0-9a-z.]+)?)$/.exec(tag) ?? [];
	if (version === undefined)
		return { fault: `"${tag}" is not a tag of a release: v1.0.0, v1.1.0-rc.1.` };
	const others = Object.entries(versions).filter(([, one]) => one !== version);
	if (others.length > 0)
		return {
			fault: `The tag says ${version}, but ${others.map(([path, one]) => `${path} ${one}`).join(', ')}. Run \`node setup/release.mjs --set ${version}\`.`
		};
	const sections = changelog.split(/^## /m);
	const section = sections.find((text) => /^(\S+)/.exec(text)?.[1] === version);
	const notes = section?.slice(section.indexOf('\n')).trim();
	return notes ? { notes } : { fault: `CHANGELOG.md has no section "## ${version}" with a text.` };
}

/**
 * @param {any} package_ a parsed package.json, or an entry of the lock file @param {string} version
 * @returns {any} the same with this version of itself and of the workspaces that it depends on
 */
export function withVersion(package_, version) {
	const dependencies = Object.entries(package_.dependencies ?? {}).map(([name, wanted]) => [
		name,
		name.startsWith('@cyclelab/') ? version : wanted
	]);
	return {
		...package_,
		version,
		...(dependencies.length > 0 ? { dependencies: Object.fromEntries(dependencies) } : {})
	};
}

/** The lines of setup/helm/Chart.yaml that name a release. */
export const chartVersion = /^((?:app)?[vV]ersion: )(\S+)$/gm;

if (import.meta.filename === process.argv[1]) {
	const root = join(import.meta.dirname, '..');
	const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
	const write = (/** @type {string} */ path, /** @type {unknown} */ value) =>
		writeFileSync(join(root, path), `${JSON.stringify(value, null, '\t')}\n`);
	/** @type {string[]} */
	const workspaces = ['', ...read('package.json').workspaces];
	const files = [...workspaces, 'site/client'].map((folder) => join(folder, 'package.json'));
	const chart = 'setup/helm/Chart.yaml';
	const chartText = readFileSync(join(root, chart), 'utf8');
	const [first = '', version = ''] = process.argv.slice(2);
	if (first === '--set') {
		for (const path of files) write(path, withVersion(read(path), version));
		const lock = read('package-lock.json');
		for (const place of workspaces)
			lock.packages[place] = withVersion(lock.packages[place], version);
		write('package-lock.json', { ...lock, version });
		writeFileSync(join(root, chart), chartText.replaceAll(chartVersion, `$1${version}`));
	} else {
		const versions = Object.fromEntries(files.map((path) => [path, read(path).version]));
		for (const [line, , version = ''] of chartText.matchAll(chartVersion))
			versions[`${chart}, ${line}`] = version;
		const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
		const release = releaseOf(first, versions, changelog);
		if ('fault' in release) {
			console.error(release.fault);
			process.exitCode = 1;
		} else console.log(release.notes);
	}
}
