import { expect, test } from 'vitest';
import decodeQR from 'qr/decode.js';
import { qrOf } from './qr.ts';

test('what a camera sees of the code is the text it was made of', () => {
	const text = 'https://lab.example.org/w/K7QM-4TXR';
	const { size, path } = qrOf(text);
	const scale = 6;
	const width = size * scale;
	const data = new Uint8Array(width * width * 4).fill(255);
	for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
		for (let row = 0; row < scale; row++)
			for (let column = 0; column < scale; column++) {
				const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4;
				data.fill(0, at, at + 3);
			}
	expect(decodeQR({ width, height: width, data })).toBe(text);
});
