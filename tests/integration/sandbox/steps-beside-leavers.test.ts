/** Processes that a step leaves are killed when the step ends; a step that begins at that moment is not. */
import { beforeAll, expect, test } from 'vitest';
import type { Pool } from '../../../runner/src/sandbox/pool.ts';
import { cellPools, shell, step } from './cells-steps.ts';

const open = cellPools();
let pool: Pool;
beforeAll(async () => {
	({ pool } = await open());
}, 900_000);

const steps = 400;

test(
	'the end of a step that leaves processes kills no step that begins',
	{ timeout: 300_000 },
	async () => {
		const sandbox = await pool.take('tools', 'cc');
		const ended: string[] = [];
		const lane = async (command: () => Parameters<typeof sandbox.run>[0]) => {
			for (let at = 0; at < steps / 4; at++) {
				const { exit, timedOut } = await sandbox.run(command());
				ended.push(timedOut ? 'timed out' : JSON.stringify(exit));
			}
		};
		const leaves = () => shell('sleep 60 & sleep 60 & sleep 60 & exit 0');
		const plain = () => step(['/bin/true']);
		await Promise.all([leaves, leaves, plain, plain].map(lane));
		await sandbox.dispose();
		expect(ended).toHaveLength(steps);
		expect([...new Set(ended)]).toEqual(['{"code":0}']);
	}
);
