/** Shell: what a user of the virtual machine does with the site: starts it with `npm start`, ends it, and looks for what is left. */
import { lastLines, must } from './check.ts';
import type { VirtualMachine } from './machine.ts';
import type { User } from './ssh.ts';

/** Time limits by the virtual machine's clock, s. */
const startSeconds = 600;
const endSeconds = 120;

/** Bash that is true while the site has a runner. */
const isServed = `curl -s http://127.0.0.1:3000/healthz | grep -q '"runners":1'`;

/** Whether the site of this user runs and has a runner. */
export const isUp = async ({ run }: VirtualMachine, user: User): Promise<boolean> =>
	(await run(user, `pgrep -u ${user} -f 'start.mjs start' > /dev/null && ${isServed}`)).code === 0;

/**
 * Starts the site unless it runs, in a new session as in a terminal; standard input is empty, so no question can be answered.
 * @returns what it printed until a runner was connected. Rejects with that if none was
 */
export async function start(machine: VirtualMachine, user: User): Promise<string> {
	if (await isUp(machine, user)) return machine.done(user, 'cat ~/start.log');
	const { code, output } = await machine.run(
		user,
		`cd ~/cyclelab
rm -f ~/start.log ~/start.code ~/start.pid
setsid --fork bash -c 'trap : INT TERM; echo $$ > ~/start.pid; npm start > ~/start.log 2>&1 < /dev/null; echo $? > ~/start.code' > /dev/null 2>&1 < /dev/null
touch ~/start.log
tail -n +1 -f ~/start.log & tail=$!
for i in $(seq ${startSeconds}); do
	${isServed} && break
	test -e ~/start.code && break
	sleep 1
done
sleep 2
kill $tail
${isServed}`
	);
	must(code === 0, 'A runner is connected.', lastLines(output, 40));
	return output;
}

/** How a start is ended: Ctrl+C reaches every process of the terminal, a service manager's signal may reach npm alone. */
export type StopSignal = 'Ctrl+C' | 'SIGTERM to npm';

const signals: Record<StopSignal, string> = {
	'Ctrl+C': 'kill -INT -- -$(cat ~/start.pid)',
	'SIGTERM to npm': 'pkill -TERM -P $(cat ~/start.pid)'
};

/** Resolves when npm has ended and nothing is left, or after `endSeconds`. @returns what is left, and npm's exit code */
export async function end(
	machine: VirtualMachine,
	user: User,
	ending: StopSignal
): Promise<{ left: string; code: string }> {
	await machine.done(user, signals[ending]);
	const code = await machine.done(
		user,
		`for i in $(seq ${endSeconds}); do
	test -e ~/start.code && test -z "$(${printLeft(user)})" && break
	sleep 1
done
cat ~/start.code`
	);
	return { code: code.trim(), left: await leftOf(machine, user) };
}

/** `DOCKER_HOST` of a rootless engine, as Docker's manual of the rootless mode has it. */
export const rootlessEngine = 'unix://$XDG_RUNTIME_DIR/docker.sock';

/** Bash that prints processes of the site, and the containers of the user's engine. */
const printLeft = (user: User) =>
	`pgrep -u ${user} -fa 'start[.]mjs|cyclelab/(site|runner)|[p]ostgres'
test ! -S $XDG_RUNTIME_DIR/docker.sock || export DOCKER_HOST=${rootlessEngine}
docker ps -aq`;

/** The processes and containers of this user's site that still exist, one a line. */
export const leftOf = async ({ done }: VirtualMachine, user: User) =>
	(await done(user, printLeft(user))).trim();

/** For parts that need the machine to themselves. */
export async function endIfUp(machine: VirtualMachine, user: User): Promise<void> {
	if (await isUp(machine, user)) await end(machine, user, 'SIGTERM to npm');
}
