/** Shell: a job context in a job's thread. Its sandboxes, turn on the core and caches are in the main thread, which it calls. */
import { deserialize, serialize } from 'node:v8';
import type { JobContext } from '../job/job-context.ts';
import type { Output } from '../sandbox/command.ts';
import type { PooledSandbox } from '../sandbox/pooled-sandbox.ts';
import type { WaitCallbacks } from '../sandbox/tool-gate.ts';
import type { CallMain } from './call-client.ts';
import {
	asBuffer,
	sendable,
	type ContextData,
	type CacheName,
	type SandboxHandle
} from './messages.ts';

export function remoteJobContext(
	circumstances: ContextData,
	ask: CallMain,
	onStageSeconds: JobContext['onStageSeconds']
): JobContext {
	/** Ignores the answer: if the main thread fails, it releases the resource itself. */
	const unawaited = (asked: Promise<unknown>) => void asked.catch(() => undefined);
	const sandbox = ({ handle, container }: SandboxHandle): PooledSandbox => ({
		container,
		run: async ({ onResults, ...command }, signal) => {
			if (onResults) throw new Error('rows are not handed on while they arrive');
			const output = await ask('run', [handle, command], { signal });
			const { stdout, stderr, results } = output;
			const bytes = {
				stdout: asBuffer(stdout),
				stderr: asBuffer(stderr),
				results: asBuffer(results)
			};
			return { ...output, ...bytes } satisfies Output as Awaited<ReturnType<PooledSandbox['run']>>;
		},
		get: async (artifact) => asBuffer(await ask('get', [handle, artifact])),
		put: async (artifact, bytes) => {
			const copy = sendable(bytes, false);
			await ask('put', [handle, artifact, copy], { move: [copy.buffer] });
		},
		dispose: () => ask('dispose', [handle]),
		retire: () => unawaited(ask('retire', [handle]))
	});
	const heldBy = ({ onHeld, onReleased, signal }: WaitCallbacks = {}) => ({
		signal,
		on: { onHeld, onReleased }
	});
	const keeping = <Value>(what: CacheName) => ({
		get: async (key: string): Promise<Value | undefined> => {
			const bytes = await ask('cached', [what, key]);
			return bytes && (deserialize(bytes) as Value);
		},
		set: (key: string, value: Value) => {
			const bytes = sendable(serialize(value), true);
			unawaited(ask('store', [what, key, bytes], { move: [bytes.buffer] }));
		}
	});

	return {
		...circumstances,
		takeSandbox: async (kind, image, held) =>
			sandbox(await ask('takeSandbox', [kind, image], heldBy(held))),
		takeWhole: async (image, signal, { onHeld, onWait } = {}) =>
			sandbox(await ask('takeWhole', [image], { signal, on: { onHeld, onWait } })),
		coreQueue: {
			waiting: () => 0,
			take: async (onPosition, signal) => {
				const turn = await ask('takeTurn', [], { signal, on: { onPosition } });
				return () => unawaited(ask('release', [turn]));
			}
		},
		calibrate: () => ask('calibrate', []),
		inspections: keeping('inspections'),
		opinions: keeping('opinions'),
		onStageSeconds
	};
}
