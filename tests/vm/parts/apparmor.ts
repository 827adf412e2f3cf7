/** The part `apparmor`: on a stock Debian cells wait for their profile, which one documented command loads. */
import { must, type Check } from '../check.ts';
import type { VirtualMachine } from '../machine.ts';
import { endIfUp, start } from '../site.ts';
import { runExercise } from './languages.ts';

/** docs/operating.md, "AppArmor". */
const loadProfile = `cd /home/learner/cyclelab
install -m 644 setup/apparmor/cyclelab-cells /etc/apparmor.d/
apparmor_parser --replace /etc/apparmor.d/cyclelab-cells`;

const unloadProfile = `rm -f /etc/apparmor.d/cyclelab-cells
grep -q cyclelab-cells /sys/kernel/security/apparmor/profiles || exit 0
echo -n cyclelab-cells > /sys/kernel/security/apparmor/.remove`;

/** By the machine's clock, s: of the runner, to test itself in its first sandboxes and to look at its host. */
const readySeconds = 600;

const log = '~/cyclelab/data/logs/runner.log';

/** Bash that waits until the runner has tested itself, and prints what it says of cells. */
const findings = `for i in $(seq ${readySeconds}); do
	grep -q '"msg":"ready"' ${log} && break
	sleep 1
done
grep -o '"finding":"cells".*' ${log} || true`;

/** Prints for each container its AppArmor profile and its image. */
const profiles = `docker ps -q | xargs docker inspect -f '{{.AppArmorProfile}} {{.Config.Image}}' | sort | uniq -c`;

export const appArmorChecks: Check[] = [
	{
		part: 'apparmor',
		name: 'the kernel confines containers, and without the profile of cells a runner uses containers and says so',
		run: async (machine) => {
			await endIfUp(machine, 'learner');
			await machine.done('learner', `rm -f ${log}`);
			await machine.done('root', unloadProfile);
			const confined = (
				await machine.done('root', 'cat /sys/module/apparmor/parameters/enabled')
			).trim();
			must(confined === 'Y', 'The kernel has AppArmor.', confined);
			await start(machine, 'learner');
			const said = await machine.done('learner', findings);
			must(said.includes('cyclelab-cells'), 'The runner names the missing profile.', said);
			const used = await profilesOf(machine);
			must(
				used.length > 0 && used.every((row) => row.includes(' docker-default ')),
				'Each sandbox is a container with the profile of Docker.',
				used
			);
			return used.join('; ');
		}
	},
	{
		part: 'apparmor',
		name: 'the documented command loads the profile, and an exercise runs in cells',
		run: async (machine) => {
			await endIfUp(machine, 'learner');
			await machine.done('learner', `rm -f ${log}`);
			await machine.done('root', loadProfile);
			await start(machine, 'learner');
			const said = await machine.done('learner', findings);
			must(said === '', 'The runner has nothing to say about cells.', said);
			const used = await profilesOf(machine);
			must(
				used.some((row) => row.includes(' cyclelab-cells ')),
				'The makers of cells have their profile.',
				used
			);
			return `${used.join('; ')}; ${await runExercise(machine, 'c')}`;
		}
	}
];

async function profilesOf({ done }: VirtualMachine): Promise<string[]> {
	const rows = (await done('learner', profiles)).trim().split('\n');
	return rows.map((row) => row.trim()).filter(Boolean);
}
