/** The part `rootless`: a rootless engine, as systemd delegates control groups by default, and with cpuset. */
import { lastLines, must, type Check } from '../check.ts';
import { end, endIfUp, rootlessEngine as socket, start } from '../site.ts';

/** Ends the machine's engine, and gives this folder to the other user. */
const handOver = `systemctl stop docker docker.socket
rm -f /var/run/docker.sock
if mountpoint -q /home/learner/cyclelab; then
	umount /home/learner/cyclelab
	mkdir -p /home/rootless/cyclelab
	mount /dev/vdb /home/rootless/cyclelab
	chown -R rootless:rootless /home/rootless/cyclelab
fi`;

/** The commands that the refusal of `images/engine-limits.ts` names. */
const delegate = `mkdir -p /etc/systemd/system/user@.service.d
printf '[Service]\\nDelegate=cpu cpuset io memory pids\\n' > /etc/systemd/system/user@.service.d/delegate.conf
systemctl daemon-reload
systemctl restart user@$(id -u rootless).service`;

const startEngine = `export PATH=$PATH:/usr/share/docker.io/contrib:/usr/sbin DOCKER_HOST=${socket}
systemctl --user stop docker 2> /dev/null
systemd-run --quiet --user --unit=docker --setenv=PATH=$PATH -p Delegate=yes dockerd-rootless.sh
for i in $(seq 180); do docker info > /dev/null 2>&1 && break; sleep 1; done
docker info 2>&1 | grep -iE 'rootless|cgroup|cpuset' | tr '\\n' ';'`;

export const rootlessChecks: Check[] = [
	{
		part: 'rootless',
		name: 'without a delegated cpuset the engine is refused, with a sentence that names the commands',
		run: async (machine) => {
			await endIfUp(machine, 'learner');
			await machine.done('root', handOver);
			const engine = await machine.done('rootless', startEngine);
			const { code, output } = await machine.run(
				'rootless',
				`cd ~/cyclelab && DOCKER_HOST=${socket} node_modules/.bin/node setup/engine-refusal.ts`
			);
			must(
				code === 3 && output.includes('"Delegate=cpu cpuset io memory pids"'),
				'The engine is refused.',
				`${engine}\n${output}`
			);
			return output.trim();
		}
	},
	{
		part: 'rootless',
		name: 'after those commands, `npm start` has a runner',
		run: async (machine) => {
			await machine.done('root', `${handOver}\n${delegate}`);
			const engine = await machine.done('rootless', startEngine);
			const moved = await machine.run(
				'root',
				`systemctl start docker && docker save $(docker images cyclelab/cc --format '{{.Repository}}:{{.Tag}}') > /home/rootless/cc.tar
chown rootless: /home/rootless/cc.tar
systemctl stop docker docker.socket; rm -f /var/run/docker.sock`
			);
			must(moved.code === 0, 'The image is handed over.', moved.output);
			await machine.done('rootless', `DOCKER_HOST=${socket} docker load --quiet --input ~/cc.tar`);
			const printed = await start(machine, 'rootless');
			const { left } = await end(machine, 'rootless', 'Ctrl+C');
			must(left === '', 'Nothing is left.', left);
			return `${engine} ${lastLines(printed, 1)}`;
		}
	}
];
