/** Shell: sandboxes that serve several jobs, one after another, for tests of what is built, not of isolation. */
import type { Pool } from '../../runner/src/sandbox/pool.ts';

type Sandbox = Awaited<ReturnType<Pool['take']>>;
type Used = { sandbox: Sandbox; steps: number; bytes: number };

/**
 * Steps of tools after which a sandbox takes no further job: the artifacts of its steps stay in a tmpfs of 64 MiB. Programs
 * of C and C++ have some 20 KiB. Programs of Rust, Go and Crystal, and the machine code that .NET prints, have MiBs, so their
 * sandboxes of tools serve one job.
 */
const stepsAtMost = (image: string) => (image === 'cc' ? 100 : 0);
/** Bytes of programs after which a sandbox that only executes programs takes no further job. */
const bytesAtMost = 24 * 2 ** 20;

/**
 * `take` returns an unused sandbox or a sandbox that an earlier job has retired. Sandboxes that measure are always fresh,
 * because an idle measuring sandbox would keep the measuring core. `close` retires the idle sandboxes.
 */
export function shareSandboxes(take: Pool['take']): Pick<Pool, 'take'> & { close: () => void } {
	const idle = new Map<string, Used[]>();
	return {
		take: async (kind, image, held) => {
			if (kind === 'measure') return take(kind, image, held);
			const place = `${kind} ${image}`;
			const unused = idle.get(place) ?? [];
			idle.set(place, unused);
			const used = unused.pop() ?? { sandbox: await take(kind, image, held), steps: 0, bytes: 0 };
			const { sandbox } = used;
			let isTaken = true;
			const isFull = () =>
				kind === 'tools' ? used.steps >= stepsAtMost(image) : used.bytes >= bytesAtMost;
			const giveBack = () => {
				if (!isTaken) return;
				isTaken = false;
				if (isFull()) sandbox.retire();
				else unused.push(used);
			};
			const run: Sandbox['run'] = (...args) => {
				used.steps += 1;
				return sandbox.run(...args);
			};
			const put: Sandbox['put'] = (name, bytes) => {
				used.bytes += bytes.length;
				return sandbox.put(name, bytes);
			};
			return { ...sandbox, run, put, retire: giveBack, dispose: async () => giveBack() };
		},
		close: () => {
			for (const { sandbox } of [...idle.values()].flat()) sandbox.retire();
			idle.clear();
		}
	};
}
