/** The product's resources at a moment of the load: memory, handles, containers, the store. */
import Docker from 'dockerode';
import { ownerLabel } from '../../../runner/src/sandbox/profile.ts';
import { mebibytes } from '../numbers.ts';
import { holdingOf, partsOf, type Holding } from '../product-processes.ts';
import type { Running, Table } from '../section.ts';

export type Look = {
	when: string;
	site: Holding;
	runner: Holding;
	database: Holding;
	databaseProcesses: number;
	containers: number;
	storeBytes: number;
	streams: number;
	waiting: number;
};

/** @param token of the operator, for the site's own figures */
export async function look(product: Running, token: string, when: string): Promise<Look> {
	const { site, runner, database } = await partsOf(product.pid);
	const response = await fetch(`${product.url}/metrics`, {
		headers: { authorization: `Bearer ${token}` }
	});
	if (!response.ok) throw new Error(`/metrics answered ${response.status}`);
	const text = await response.text();
	const told = (name: string) =>
		[...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
			(sum, [, value]) => sum + Number(value),
			0
		);
	const filters = { label: [`${ownerLabel}=bench-${product.runnerPort}`] };
	const containers = await new Docker().listContainers({ all: true, filters });
	return {
		when,
		site: await holdingOf(site),
		runner: await holdingOf(runner),
		database: await holdingOf(database),
		databaseProcesses: database.length,
		containers: containers.length,
		storeBytes: told('cyclelab_store_bytes'),
		streams: told('cyclelab_streams'),
		waiting: told('cyclelab_store_runs_waiting')
	};
}

export function tableOfLooks(looks: readonly Look[]): Table {
	return {
		headings: [
			...['when', 'site MiB', 'handles', 'runner MiB', 'handles', 'PostgreSQL MiB', 'handles'],
			...['processes', 'containers', 'store MiB', 'streams', 'runs waiting']
		],
		rows: looks.map((one) => [
			one.when,
			...[one.site, one.runner, one.database].flatMap(({ bytes, handles }) => [
				mebibytes(bytes),
				String(handles)
			]),
			...[String(one.databaseProcesses), String(one.containers), mebibytes(one.storeBytes)],
			...[String(one.streams), String(one.waiting)]
		])
	};
}
