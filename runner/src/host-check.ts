/** Shell: checks the host at the start and with every self-test, and logs new findings. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { checkHost, type Surroundings } from './host/check.ts';
import type { HostFinding } from '@cyclelab/contract/schema/host';

export type HostCheckOptions = {
	read: () => Promise<Surroundings>;
	/** Sentence if tools share the measuring core. */
	sharedCore: string | undefined;
	/** Sentence if the host refuses cells. */
	cellsRefused: () => string | undefined;
	/** Under emulation nothing is measured, so nothing can be unfit for it. */
	measures: boolean;
	log: Pick<Logger, 'warn'>;
};

type HostCheck = {
	/** @param sandboxDevices devices seen inside a sandbox, once known */
	look: (sandboxDevices?: readonly string[]) => Promise<void>;
	/** The findings of the last look; undefined before the first look. */
	findings: () => HostFinding[] | undefined;
};

/** Time limit of reading the host's settings, ms; the next self-test tries again. */
const patienceMs = 5000;

export function createHostCheck({
	read,
	sharedCore,
	cellsRefused,
	measures,
	log
}: HostCheckOptions): HostCheck {
	let found: HostFinding[] | undefined;
	const logged = new Set<string>();
	return {
		findings: () => found,
		look: async (sandboxDevices) => {
			const surroundings = await Promise.race([
				read(),
				pause(patienceMs, undefined, { ref: false })
			]);
			if (!surroundings) return;
			const own = { sharedCore, sandboxDevices, cellsRefused: cellsRefused() };
			found = checkHost({ ...surroundings, ...own }).filter(
				({ severity }) => measures || severity === 'unsafe'
			);
			for (const { id, severity, sentence } of found) {
				if (!logged.has(id)) log.warn({ finding: id, severity }, sentence);
				logged.add(id);
			}
		}
	};
}
