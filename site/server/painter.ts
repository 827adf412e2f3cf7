/** Shell: pictures as PNG, drawn by a thread of its own: one takes some 50 ms of a core, and requests must not wait for it. */
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/** Draws an SVG this many pixels wide. */
export type Paint = (svg: string, width: number) => Promise<Uint8Array<ArrayBuffer>>;
export type Painter = { paint: Paint; close: () => Promise<void> };

/** What the thread answers (`painter-thread.ts`). */
const Painted = z.object({
	id: z.int(),
	png: z.instanceof(Uint8Array<ArrayBuffer>).optional(),
	message: z.string().optional()
});

/** Pictures that were drawn before, by what they show; some 30 kB each. */
const mostKept = 200;
/** The thread holds some 30 MB; without work for this long it ends, ms. */
const idleMs = 60_000;

type Waiting = { resolve: (png: Uint8Array<ArrayBuffer>) => void; reject: (error: Error) => void };

export function openPainter(): Painter {
	const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
	const waiting = new Map<number, Waiting>();
	let thread: Worker | undefined;
	let idle: NodeJS.Timeout | undefined;
	let last = 0;

	function begin(): Worker {
		// What this process was started with is for this process.
		const worker = new Worker(new URL('./painter-thread.ts', import.meta.url), { execArgv: [] });
		worker.unref();
		worker.on('message', (answer) => {
			const { id, png, message } = Painted.parse(answer);
			const one = waiting.get(id);
			waiting.delete(id);
			if (png) one?.resolve(png);
			else one?.reject(new Error(message));
			if (waiting.size === 0) idle = setTimeout(end, idleMs).unref();
		});
		// One that was ended for having no work owes nobody a picture; those that wait now wait for its successor.
		const fail = (error: Error) => {
			if (thread !== worker) return;
			thread = undefined;
			for (const { reject } of waiting.values()) reject(error);
			waiting.clear();
		};
		worker.on('error', fail);
		worker.on('exit', () => fail(new Error('the thread that draws pictures has ended')));
		return worker;
	}

	async function end(): Promise<void> {
		const ending = thread;
		thread = undefined;
		await ending?.terminate();
	}

	function draw(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>> {
		clearTimeout(idle);
		thread ??= begin();
		const worker = thread;
		const id = (last += 1);
		return new Promise((resolve, reject) => {
			waiting.set(id, { resolve, reject });
			worker.postMessage({ id, svg, width });
		});
	}

	return {
		paint: (svg, width) => {
			const key = `${width} ${svg}`;
			const known = kept.get(key);
			if (known) return known;
			const drawing = draw(svg, width);
			kept.set(key, drawing);
			drawing.catch(() => kept.delete(key));
			const [oldest] = kept.keys();
			if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
			return drawing;
		},
		close: async () => {
			clearTimeout(idle);
			await end();
		}
	};
}
