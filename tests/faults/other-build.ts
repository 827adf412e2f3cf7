/** Shell: copies this tree and edits it, to make another version of site and runner. */
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { root } from './processes.ts';

export type OtherBuild = { tree: string; remove: () => void };

/** Replaces `from`, which the file has exactly once, by `to`. */
export type Edit = readonly [file: string, from: string, to: string];

const workspaces = ['exercises', 'images', 'runner', 'site'];
const left = new Set(['node_modules', 'build', '.svelte-kit']);

export function makeOtherBuild(edits: readonly Edit[]): OtherBuild {
	const tree = mkdtempSync(join(tmpdir(), 'cyclelab-build-'));
	for (const name of workspaces)
		cpSync(join(root, name), join(tree, name), {
			recursive: true,
			filter: (path) => !left.has(basename(path))
		});
	cpSync(join(root, 'package.json'), join(tree, 'package.json'));
	linkPackages(tree);
	for (const edit of edits) writeFileSync(join(tree, edit[0]), edited(tree, edit));
	return { tree, remove: () => rmSync(tree, { recursive: true, force: true }) };
}

/** The edited text of a tree's file. Throws unless the file has the text to replace once. */
export function edited(tree: string, [file, from, to]: Edit): string {
	const parts = readFileSync(join(tree, file), 'utf8').split(from);
	if (parts.length !== 2)
		throw new Error(`${file} has "${from}" ${parts.length - 1} times, not once.`);
	return parts.join(to);
}

/** Links third-party packages to this tree's, and workspace packages to the copy's folders. */
function linkPackages(tree: string): void {
	const [own, given] = [join(tree, 'node_modules'), join(root, 'node_modules')];
	const link = (name: string, to: string) => {
		mkdirSync(dirname(join(own, name)), { recursive: true });
		symlinkSync(to, join(own, name));
	};
	for (const name of readdirSync(given)) if (name !== '@cyclelab') link(name, join(given, name));
	for (const name of workspaces) link(join('@cyclelab', name), join(tree, name));
}
