/** The part `limits`: memory, processes and processors of a sandbox, by the kernel's control groups v2 and by programs that try. */
import { containerLimits } from '../../../runner/src/sandbox/limits.ts';
import { must, type Check } from '../check.ts';
import { endIfUp, start } from '../site.ts';
import { vitest } from '../vitest.ts';

/** Prints for each kind of container how many there are, and memory, swap, processes and quota of its control group. One may end meanwhile. */
const readLimits = `for id in $(docker ps -q --no-trunc); do
	cd /sys/fs/cgroup/system.slice/docker-$id.scope && echo $(cat memory.max memory.swap.max pids.max cpu.max)
done 2> /dev/null | sort | uniq -c`;

/** As `readLimits` prints them. */
const expected = Object.values(containerLimits).map(
	({ memoryMiB, processes }) => `${memoryMiB * 2 ** 20} 0 ${processes} max 100000`
);

const suites = [
	['the kernel enforces the limits of sandboxes', 'control-groups.test.ts'],
	['programs that exceed a limit are stopped, and nothing else is', 'sandbox.test.ts']
];

export const limitChecks: Check[] = [
	{
		part: 'limits',
		name: 'every waiting sandbox of a site has its limits in control groups v2',
		run: async (machine) => {
			await start(machine, 'learner');
			const rows = (await machine.done('learner', readLimits)).trim().split('\n');
			const found = rows.map((row) => row.trim().replace(/^\d+ /, ''));
			must(
				found.every((row) => expected.includes(row)) && found.includes(expected[0] ?? ''),
				'Each sandbox has the limits of its kind.',
				{ found, expected }
			);
			return rows.map((row) => row.trim()).join('; ');
		}
	},
	...suites.map(([name = '', file]): Check => ({
		part: 'limits',
		name,
		run: async (machine) => {
			await endIfUp(machine, 'learner');
			return vitest(machine, `--project=integration tests/integration/sandbox/${file}`);
		}
	}))
];
