/** Memory of the site's process and of its embedded PostgreSQL, during many runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { complete } from './client.ts';
import { mebibytes } from './numbers.ts';
import { proportionalBytes } from './processes.ts';
import { partsOf } from './product-processes.ts';
import { settle } from './product.ts';
import type { Context, SectionResult, Section } from './section.ts';
import { exercise, inspected, inspection, sourceOf } from './subject.ts';

const concurrency = 4;
/** Idle time before each observation, so that the last run's connections and garbage are freed, ms. */
const idleMs = 5000;

export const memory: Section = {
	name: 'memory',
	about: `proportional set size as inspect runs go by, ${concurrency} at once`,
	run
};

async function run(context: Context): Promise<SectionResult> {
	const product = await context.product();
	const source = sourceOf(await exercise(inspected.exercise), inspected.variant);
	const looks = [];
	let done = 0;
	const steps = context.quick ? [0, 20, 50] : [0, 200, 500];
	for (const runs of steps) {
		await Promise.all(
			Array.from({ length: concurrency }, async () => {
				while (done < runs) {
					done += 1;
					context.at(done, Math.max(...steps), 'run');
					await complete(product.url, inspection(source, 'host'));
				}
			})
		);
		await settle(product);
		await sleep(idleMs);
		looks.push({ runs, ...(await look(product.pid)) });
	}
	return {
		tables: [
			{
				headings: ['runs', 'site MiB', 'target MB', 'PostgreSQL MiB', 'target MB', 'processes'],
				rows: looks.map(({ runs, siteBytes, databaseBytes, databaseProcesses }) => [
					`${runs}`,
					mebibytes(siteBytes),
					'< 200',
					mebibytes(databaseBytes),
					'< 100',
					`${databaseProcesses}`
				])
			}
		],
		notes: ['Runs of other sections came before, if this was not the only one.'],
		data: looks
	};
}

async function look(productPid: number) {
	const { site, database } = await partsOf(productPid);
	return {
		siteBytes: await proportionalBytes(site),
		databaseBytes: await proportionalBytes(database),
		databaseProcesses: database.length
	};
}
