/** Shell: draws PNG pictures in a separate thread, because one takes about 50 ms and requests must not wait for it. */
import { LRUCache } from 'lru-cache';
import { openWorkerThread } from '../base/worker-thread.ts';
import type { Drawing } from './painter-thread.ts';

/** Draws an SVG this many pixels wide. */
export type Paint = (svg: string, width: number) => Promise<Uint8Array<ArrayBuffer>>;
type Painter = { paint: Paint; close: () => Promise<void> };

/** Cache of drawn pictures by their content; about 30 kB each. */
const mostKept = 200;
/** Idle time after which the thread ends, ms; it uses about 30 MB. */
const idleMs = 60_000;

export function openPainter(): Painter {
	const cached = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: mostKept });
	const thread = openWorkerThread<Drawing, Uint8Array<ArrayBuffer>>(
		new URL('./painter-thread.ts', import.meta.url),
		'draw',
		'draws pictures',
		idleMs
	);

	return {
		paint: (svg, width) => {
			const key = `${width} ${svg}`;
			const before = cached.get(key);
			if (before) return before;
			const drawing = thread.ask({ svg, width });
			cached.set(key, drawing);
			drawing.catch(() => cached.delete(key));
			return drawing;
		},
		close: thread.end
	};
}
