/** Shell: ends with 3 if the Docker Engine cannot hold sandboxes to their limits, and prints what to do then. */
import { engineRefusal } from '@cyclelab/images/engine-limits';
import Docker from 'dockerode';

const refusal = await engineRefusal(new Docker());
if (refusal !== undefined) {
	console.log(refusal);
	process.exitCode = 3;
}
