// @ts-check
/**
 * Shell: `node_modules/.bin/node setup/reap.mjs <data folder> <runner id>`: removes the containers that a runner left, and ends
 * the embedded PostgreSQL that a site left. Only for a data folder whose start is over. Prints what it removed.
 */
import Docker from 'dockerode';
import { endAbandoned } from '@cyclelab/site/server/store/embedded.ts';
import { connectEngine } from '../runner/src/sandbox/docker.ts';
import { ownerLabel } from '../runner/src/sandbox/profile.ts';
import { engineAddress } from './engine-address.mjs';

/** After this an engine that hangs is left alone, ms. */
const patienceMs = 20_000;

const [dataDir = '', owner = ''] = process.argv.slice(2);
setTimeout(() => {
	console.log(
		'The Docker Engine did not remove every container in time; the next start removes them.'
	);
	process.exit(1);
}, patienceMs).unref();

if (await endAbandoned(dataDir))
	console.log('Ended the embedded PostgreSQL, which its site had left.');
const address = engineAddress(process.env);
const docker = address === 'elsewhere' ? new Docker() : new Docker(address);
const engine = connectEngine(docker);
if (await engine.isUp()) {
	const filters = { label: [`${ownerLabel}=${owner}`] };
	const { length } = await docker.listContainers({ all: true, filters });
	await engine.sweep(owner, new Set());
	if (length > 0) console.log(`Removed ${length} sandboxes, which the runner had left.`);
}
process.exit(0);
