/** The product's processes, and their memory, open files and sockets. */
import { readdir } from 'node:fs/promises';
import { family, processes, proportionalBytes, type ListedProcess } from './processes.ts';

export type ProcessesByPart = {
	site: ListedProcess[];
	runner: ListedProcess[];
	/** The embedded PostgreSQL. */
	database: ListedProcess[];
};

/** Throws if the site does not run; a missing runner is allowed. */
export async function partsOf(productPid: number): Promise<ProcessesByPart> {
	const all = await processes();
	const ours = family(all, productPid);
	const named = (entry: string) =>
		ours.filter(({ command }) => command.includes(entry)).slice(0, 1);
	const site = named('site/server/main.ts');
	if (!site[0]) throw new Error('the site has no process');
	const below = family(all, site[0].pid).slice(1);
	return {
		site,
		runner: named('runner/src/main.ts'),
		database: below.filter(({ command }) => command.includes('postgres'))
	};
}

export type Holding = { bytes: number; handles: number };

/** Proportional memory and open handles of some processes together. */
export async function holdingOf(members: readonly ListedProcess[]): Promise<Holding> {
	const [bytes, ...counts] = await Promise.all([
		proportionalBytes(members),
		...members.map(({ pid }) =>
			readdir(`/proc/${pid}/fd`).then(
				({ length }) => length,
				() => 0
			)
		)
	]);
	return { bytes, handles: counts.reduce((sum, count) => sum + count, 0) };
}
