/** Shell: SVG as PNG, in a thread (`painter.ts`). It has the interface's font and loads nothing else. */
import { readFile } from 'node:fs/promises';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** `width`: pixels. */
export type Drawing = { svg: string; width: number };

const fileOf = (name: string) => readFile(new URL(import.meta.resolve(name)));
const ready = Promise.all([
	fileOf('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
	fileOf('@resvg/resvg-wasm/index_bg.wasm').then((wasm) => initWasm(wasm))
]);

/** The picture's bytes. Rejects if the SVG cannot be read. */
export async function draw({ svg, width }: Drawing): Promise<Uint8Array> {
	const [font] = await ready;
	const picture = new Resvg(svg, {
		fitTo: { mode: 'width', value: width },
		font: { fontBuffers: [font], loadSystemFonts: false, defaultFontFamily: 'Inter' }
	});
	const png = picture.render().asPng();
	picture.free();
	return png;
}
