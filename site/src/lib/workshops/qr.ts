/** A text as a QR code, drawn as one path of squares of side 1. Pure. */
import encodeQR from 'qr';

interface QrPath {
	/** Squares in a row, with the four on each side that a reader needs empty. */
	size: number;
	path: string;
}

const quiet = 4;

export function qrOf(text: string): QrPath {
	const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quiet });
	const path = rows
		.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
		.join('');
	return { size: rows.length, path };
}
