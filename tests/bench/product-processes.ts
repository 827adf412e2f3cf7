/** The product's processes. */
import { family, processes, type ListedProcess } from './processes.ts';

type ProcessesByPart = {
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
