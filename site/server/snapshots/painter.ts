/** Shell: draws PNG pictures in a separate thread, because one takes about 50 ms and requests must not wait for it. */
import { z } from 'zod';
import { openAskedThread } from '../base/asked-thread.ts';

/** Draws an SVG this many pixels wide. */
export type Paint = (svg: string, width: number) => Promise<Uint8Array<ArrayBuffer>>;
export type Painter = { paint: Paint; close: () => Promise<void> };

/** The thread's response (`painter-thread.ts`). */
const Painted = z.object({
	id: z.int(),
	png: z.instanceof(Uint8Array<ArrayBuffer>).optional(),
	message: z.string().optional()
});

/** Cache of drawn pictures by their content; about 30 kB each. */
const mostKept = 200;
/** Idle time after which the thread ends, ms; it uses about 30 MB. */
const idleMs = 60_000;

export function openPainter(): Painter {
	const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
	const thread = openAskedThread<{ svg: string; width: number }, Uint8Array<ArrayBuffer>>(
		new URL('./painter-thread.ts', import.meta.url),
		'draws pictures',
		(posted) => {
			const { png, message } = Painted.parse(posted);
			if (!png) throw new Error(message);
			return png;
		},
		idleMs
	);

	return {
		paint: (svg, width) => {
			const key = `${width} ${svg}`;
			const known = kept.get(key);
			if (known) return known;
			const drawing = thread.ask({ svg, width });
			kept.set(key, drawing);
			drawing.catch(() => kept.delete(key));
			const [oldest] = kept.keys();
			if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
			return drawing;
		},
		close: thread.end
	};
}
