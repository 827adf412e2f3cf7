import { afterAll, expect, test } from 'vitest';
import { openPainter } from './painter.ts';

const painter = openPainter();
afterAll(() => painter.close());

const svg = (text: string) =>
	`<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><text x="2" y="20" font-family="Inter">${text}</text></svg>`;

/** Width and height stand in a PNG's first chunk. */
const sizeOf = (png: Uint8Array) => {
	const view = new DataView(png.buffer, png.byteOffset);
	return [view.getUint32(16), view.getUint32(20)];
};

test('a picture is drawn as wide as asked, with its text, and once', async () => {
	const [a, b, empty] = await Promise.all([
		painter.paint(svg('Cycles'), 120),
		painter.paint(svg('Cycles'), 120),
		painter.paint(svg(''), 120)
	]);
	expect(sizeOf(a)).toEqual([120, 60]);
	expect(b).toBe(a);
	expect(a.length).toBeGreaterThan(empty.length);
}, 30_000);

test('invalid SVG is an error, and the next picture is drawn', async () => {
	await expect(painter.paint('<no', 120)).rejects.toThrow();
	expect(sizeOf(await painter.paint(svg('again'), 60))).toEqual([60, 30]);
}, 30_000);
