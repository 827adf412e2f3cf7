/** Shell: what the store and the Docker Engine have after the last run. */
import Docker from 'dockerode';
import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { ownerLabel } from '../../runner/src/sandbox/profile.ts';
import type { Facts } from './outcome.ts';

/** The store's counts after the last run; the store has a run's end shortly after its readers. */
export async function inspectStore(database: string): Promise<Facts['store']> {
	const client = new pg.Client({ connectionString: database });
	await client.connect();
	try {
		const rows = async (text: string) => (await client.query(text)).rows;
		const open = `select 1 from cyclelab.runs where state in ('queued', 'running')`;
		await countAfterWait(async () => (await rows(open)).length);
		const states = await rows(
			'select state, count(*)::int as count from cyclelab.runs group by state'
		);
		const [odd] = await rows(`
			select count(*) filter (where endings <> 1)::int as endings,
				count(*) filter (where events <> last)::int as gaps
			from (select run, count(*) as events, max(seq) as last, count(*) filter
				(where event ->> 'type' in ('finished', 'failed', 'cancelled')) as endings
				from cyclelab.run_events group by run) as histories`);
		return {
			states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
			withoutOneEnd: odd.endings,
			withGaps: odd.gaps
		};
	} finally {
		await client.end();
	}
}

/** The number of sandboxes of these runners that are left 10 s after their end. */
export async function sandboxesLeft(names: readonly string[]): Promise<number> {
	const docker = new Docker();
	return countAfterWait(
		async () =>
			(await docker.listContainers({ all: true })).filter(({ Labels }) =>
				names.includes(Labels[ownerLabel] ?? '')
			).length
	);
}

/** Waits at most 10 s until the count is 0, and returns it. */
async function countAfterWait(count: () => Promise<number>): Promise<number> {
	for (let tries = 0; tries < 100 && (await count()) > 0; tries++) await pause(100);
	return count();
}
