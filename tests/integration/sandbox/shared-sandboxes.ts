/** Shell: sandboxes that serve several jobs, one after another, for tests of what is built, not of isolation. */
import type { ImageName } from '@cyclelab/images/recipes';
import type { Pool } from '../../../runner/src/sandbox/pool.ts';
import type { PooledSandbox } from '../../../runner/src/sandbox/pooled-sandbox.ts';

/** `artifacts`: the largest size of each by its name, KiB. An artifact replaces the earlier one of its name. */
type UsedSandbox = { sandbox: PooledSandbox; artifacts: Map<string, number> };

/**
 * KiB of artifacts after which a sandbox takes no further job: they lie in a tmpfs of 64 MiB, and the next job's have to fit
 * as well. Those of the largest job, 15 variants in Go of 2 MiB each, take 30 MiB.
 */
const fullKiB = 24 * 1024;
/** Artifacts after which a sandbox takes no further job: its tmpfs has room for 1,024. A job has 5 for each variant. */
const fullCount = 600;
/** Taken for the size of an artifact that no job has read, KiB. The largest seen was 334, an object of Crystal. */
const unreadKiB = 512;
/** A job in Crystal has 4 MiB for each variant, so its sandbox of tools serves no other. */
const isShared = (kind: string, image: ImageName) => kind === 'audit' || image !== 'crystal';

/**
 * `take` returns an unused sandbox or a sandbox that an earlier job has retired. Sandboxes that measure are always fresh,
 * because an idle measuring sandbox would keep the measuring core. `close` retires the idle sandboxes.
 */
export function shareSandboxes(take: Pool['take']): Pick<Pool, 'take'> & { close: () => void } {
	const idle = new Map<string, UsedSandbox[]>();
	return {
		take: async (kind, image, held) => {
			if (kind === 'measure' || !isShared(kind, image)) return take(kind, image, held);
			const place = `${kind} ${image}`;
			const unused = idle.get(place) ?? [];
			idle.set(place, unused);
			const used = unused.pop() ?? { sandbox: await take(kind, image, held), artifacts: new Map() };
			const { sandbox, artifacts } = used;
			let isTaken = true;
			const note = (name: string, kiB: number) =>
				artifacts.set(name, Math.max(kiB, artifacts.get(name) ?? 0));
			const isFull = () =>
				artifacts.size > fullCount ||
				[...artifacts.values()].reduce((sum, kiB) => sum + kiB, 0) > fullKiB;
			const giveBack = () => {
				if (!isTaken) return;
				isTaken = false;
				if (isFull()) sandbox.retire();
				else unused.push(used);
			};
			const unread = new Set<string>();
			const run: PooledSandbox['run'] = async (command, signal) => {
				const output = await sandbox.run(command, signal);
				for (const name of output.produced) unread.add(name);
				const missing = command.produces?.find((name) => !output.produced.includes(name));
				if (output.exit.code === 0 && missing !== undefined && artifacts.has(missing))
					throw new Error(
						`A step left no ${missing}; that of an earlier job would be taken for it.`
					);
				return output;
			};
			const get: PooledSandbox['get'] = async (name) => {
				const bytes = await sandbox.get(name);
				unread.delete(name);
				note(name, bytes.length / 1024);
				return bytes;
			};
			const put: PooledSandbox['put'] = (name, bytes) => {
				note(name, bytes.length / 1024);
				return sandbox.put(name, bytes);
			};
			const end = () => {
				for (const name of unread) note(name, unreadKiB);
				unread.clear();
				giveBack();
			};
			return { ...sandbox, run, get, put, retire: end, dispose: async () => end() };
		},
		close: () => {
			for (const { sandbox } of [...idle.values()].flat()) sandbox.retire();
			idle.clear();
		}
	};
}
