/** Shell: asks the Docker Engine whether it holds sandboxes to their limits, before anybody's code runs on it. */
import { engineRefusal } from '@cyclelab/images/engine-limits';
import type Docker from 'dockerode';
import { engineRequests } from './engine-requests.ts';
import { SandboxError } from './sandbox-error.ts';

/** Rejects with a `SandboxError` (`LIMITS_MISSING`) whose message names the missing limits and what to do. */
export async function requireLimits(docker: Pick<Docker, 'info' | 'ping'>): Promise<void> {
	const refusal = await engineRequests(docker).request(() => engineRefusal(docker));
	if (refusal !== undefined) throw new SandboxError('LIMITS_MISSING', refusal);
}
