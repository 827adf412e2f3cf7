/** Elements of an SVG as text, with everything in them escaped. Pure. */

type Attributes = Record<string, string | number | undefined>;

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;'
};

/** Text that XML takes as text; characters that it forbids are left out. */
export const escaped = (text: string): string =>
	text
		.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
		.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** An element; what is within it is SVG already. */
export function element(name: string, attributes: Attributes, ...within: string[]): string {
	const written = Object.entries(attributes)
		.flatMap(([key, value]) =>
			value === undefined
				? []
				: ` ${key}="${escaped(typeof value === 'number' ? String(Math.round(value * 100) / 100) : value)}"`
		)
		.join('');
	return within.length === 0
		? `<${name}${written}/>`
		: `<${name}${written}>${within.join('')}</${name}>`;
}

export const text = (content: string, x: number, y: number, more: Attributes = {}): string =>
	element('text', { x, y, ...more }, escaped(content));

/**
 * Lines of at most `width` pixels, cut with an ellipsis after `most`. Letters of the interface's font are about half as
 * wide as the font is high; 0.54 leaves room for lines of wide ones.
 */
export function wrapped(content: string, width: number, size: number, most: number): string[] {
	const fits = Math.floor(width / (size * 0.54));
	const lines: string[] = [];
	let line = '';
	// a word longer than a line is split, so that nothing of it is lost before the last line; it may be of wide letters alone
	const words = content
		.split(/\s+/)
		.flatMap((word) => (word.length > fits ? (word.match(piecesOf(fits * 0.9)) ?? []) : [word]));
	for (const word of words) {
		if (line && line.length + 1 + word.length > fits) {
			lines.push(line);
			line = word;
		} else line = line ? `${line} ${word}` : word;
	}
	if (line) lines.push(line);
	const kept = lines.slice(0, most).map((line) => cut(line, fits));
	const last = kept.at(-1);
	return lines.length > most && last !== undefined
		? [...kept.slice(0, -1), `${cut(last, fits - 1).replace(/[\s.,…]+$/, '')}…`]
		: kept;
}

const piecesOf = (most: number) => new RegExp(`.{1,${Math.floor(most)}}`, 'gu');

const cut = (line: string, fits: number) =>
	line.length > fits ? `${line.slice(0, fits - 1)}…` : line;
