/** The part `compose`: the production form with Compose v2, on one host with a runner beside the site. */
import { must, type Check } from '../check.ts';
import { productTag } from '../product-images.ts';
import { endIfUp } from '../site.ts';

/** By the machine's clock, s. */
const startSeconds = 900;
const services = ['site', 'store', 'runner'];

const compose = `cd ~/cyclelab && export CYCLELAB_TAG=${productTag} RUNNER_TOKEN=token-of-the-virtual-machine RUNNER_ID=vm
together() { docker compose --profile together "$@"; }`;

export const composeChecks: Check[] = [
	{
		part: 'compose',
		name: 'store, site and runner of `docker compose --profile together up` become healthy, and a run is finished',
		run: async (machine) => {
			await endIfUp(machine, 'learner');
			const printed = await machine.done(
				'learner',
				`${compose}
docker compose version --short
together up -d --no-build --quiet-pull || exit 1
for i in $(seq ${startSeconds}); do
	test $(together ps --format '{{.Service}} {{.Health}}' | grep -cE '^(${services.join('|')}) healthy') = ${services.length} && break
	sleep 2
done
together ps --format '{{.Service}} {{.Health}}'
curl -s http://127.0.0.1:3000/healthz; echo
node site/client/cyclelab.mjs run what-is-a-cycle --variant add --inspect --timeout 1200 > ~/run.txt && echo finished`
			);
			const isHealthy = services.every((service) => printed.includes(`${service} healthy`));
			must(isHealthy && /^finished$/m.test(printed), 'All are healthy.', printed);
			const removed = await machine.done(
				'learner',
				`${compose}
together down --volumes --timeout 30 && docker ps -aq && docker volume ls -q`
			);
			must(!/^[0-9a-f]{12}$|cyclelab/m.test(lastPart(removed)), 'Nothing is left.', removed);
			return `Compose ${printed.split('\n')[0]}; ${services.join(', ')} healthy; a run finished`;
		}
	}
];

/** What follows Compose's own lines. */
const lastPart = (printed: string) => printed.split(/ Removed\s*/).at(-1) ?? '';
