/**
 * Shell: ends with 3 if the Docker Engine cannot hold sandboxes to their limits, or, with the word `shared`, if strangers reach its
 * host and its root is the host's, and prints what to do then.
 */
import { engineRefusal } from '@cyclelab/images/engine-limits';
import Docker from 'dockerode';

const refusal = await engineRefusal(new Docker(), process.argv[2] === 'shared');
if (refusal !== undefined) {
	console.log(refusal);
	process.exitCode = 3;
}
