/** Shell: sandboxes of tools that serve several jobs, one after another, for tests of what is built, not of isolation. */
import type { Pool } from '../../runner/src/sandbox/pool.ts';

type Sandbox = Awaited<ReturnType<Pool['take']>>;

/**
 * Steps after which a sandbox takes no further job: the artifacts of its steps stay in a tmpfs of 64 MiB. Programs of C and C++
 * have some 20 KiB. Programs of Go and Crystal, and the machine code that .NET prints, have MiBs, so their sandboxes serve
 * one job.
 */
const stepsAtMost = (image: string) => (image === 'cc' ? 100 : 0);

/**
 * `take` returns an unused sandbox or a sandbox that an earlier job has retired. Sandboxes that measure are always fresh,
 * because an idle measuring sandbox would keep the measuring core. `close` retires the idle sandboxes.
 */
export function shareSandboxes(take: Pool['take']): Pick<Pool, 'take'> & { close: () => void } {
	const idle = new Map<string, { sandbox: Sandbox; steps: number }[]>();
	return {
		take: async (kind, image, held) => {
			if (kind !== 'tools') return take(kind, image, held);
			const unused = idle.get(image) ?? [];
			idle.set(image, unused);
			const { sandbox, steps: before } = unused.pop() ?? {
				sandbox: await take(kind, image, held),
				steps: 0
			};
			let steps = before;
			let isTaken = true;
			const giveBack = () => {
				if (!isTaken) return;
				isTaken = false;
				if (steps < stepsAtMost(image)) unused.push({ sandbox, steps });
				else sandbox.retire();
			};
			const run: Sandbox['run'] = (...args) => {
				steps += 1;
				return sandbox.run(...args);
			};
			return { ...sandbox, run, retire: giveBack, dispose: async () => giveBack() };
		},
		close: () => {
			for (const { sandbox } of [...idle.values()].flat()) sandbox.retire();
			idle.clear();
		}
	};
}
