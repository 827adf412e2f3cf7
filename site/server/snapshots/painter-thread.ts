/** Shell: the thread that turns SVG into PNG (`painter.ts`). It has the interface's font and loads nothing else. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { z } from 'zod';

const Order = z.object({ id: z.int(), svg: z.string(), width: z.int().positive().max(2400) });

const fileOf = (name: string) => readFile(new URL(import.meta.resolve(name)));
const ready = Promise.all([
	fileOf('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
	fileOf('@resvg/resvg-wasm/index_bg.wasm').then((wasm) => initWasm(wasm))
]);

parentPort?.on('message', async (message) => {
	const { id, svg, width } = Order.parse(message);
	try {
		const [font] = await ready;
		const picture = new Resvg(svg, {
			fitTo: { mode: 'width', value: width },
			font: { fontBuffers: [font], loadSystemFonts: false, defaultFontFamily: 'Inter' }
		});
		const png = picture.render().asPng();
		picture.free();
		parentPort?.postMessage({ id, png });
	} catch (error) {
		parentPort?.postMessage({
			id,
			message: error instanceof Error ? error.message : String(error)
		});
	}
});
