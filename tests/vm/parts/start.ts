/** The part `start`: a user in the group `docker`, who is not root, starts the site. */
import { must, lastLines, type Check } from '../check.ts';
import { start } from '../site.ts';

/** Words of a start that installs, builds or asks: there is nothing to install or build. */
const work = /Installing|Building|Fetching|\?\s*$/m;

export const startChecks: Check[] = [
	{
		part: 'start',
		name: 'the host has control groups v2, systemd and Docker 26 or newer, and the user is not root',
		run: async ({ done }) => {
			const printed = await done(
				'learner',
				"id -u; id -Gn; stat -fc %T /sys/fs/cgroup; cat /proc/1/comm; docker version -f '{{.Server.Version}}'; uname -r"
			);
			const [uid, groups, kind, init, engine = '', kernel] = printed.split('\n');
			must(
				uid !== '0' && kind === 'cgroup2fs' && init === 'systemd' && Number.parseInt(engine) >= 26,
				'The host is of this kind.',
				printed
			);
			return `uid ${uid} (${groups}), ${kind}, ${init}, Docker ${engine}, Linux ${kernel}`;
		}
	},
	{
		part: 'start',
		name: '`npm start` asks nothing, and its runner is connected',
		run: async (machine) => {
			const printed = await start(machine, 'learner');
			must(!work.test(printed), 'Nothing is asked, installed or built.', printed);
			return lastLines(printed, 1);
		}
	}
];
