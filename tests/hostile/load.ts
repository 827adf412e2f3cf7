/** Shell: reads the hostile cases. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { load as parse } from 'js-yaml';
import { z } from 'zod';
import { HostileCase, type RequestSpec, textOf } from './case.ts';

type LoadedCase = HostileCase & { name: string; folder: string };

const here = import.meta.dirname;

/** Every case, in the order of the folders. Throws an error that names the file of an invalid case. */
export function loadCases(): LoadedCase[] {
	const folders = readdirSync(here, { withFileTypes: true }).filter(
		(one) => one.isDirectory() && /^\d\d-/.test(one.name)
	);
	return folders
		.map(({ name }) => name)
		.sort()
		.map((name) => {
			const folder = join(here, name);
			const parsed = HostileCase.safeParse(parse(readFileSync(join(folder, 'case.yaml'), 'utf8')));
			if (!parsed.success) throw new Error(`${name}/case.yaml: ${z.prettifyError(parsed.error)}`);
			return { ...parsed.data, name, folder };
		});
}

/** The source that a request sends, with the shared header `acts.h` inserted. */
export function sourceOf(folder: string, { source, text }: RequestSpec): string | undefined {
	if (text !== undefined) return textOf(text);
	if (source === undefined) return undefined;
	return readFileSync(join(folder, source), 'utf8').replace(
		/^#include "(acts\.h)"$/m,
		(_, header: string) => readFileSync(join(here, header), 'utf8')
	);
}
