/** Colours, places and marks that all parts of a kept run's picture share. Pure. */
import { pictureSize } from './formats.ts';
import { element } from './svg.ts';

/** The light theme's colours (styles/theme.css). */
export const colours = {
	paper: '#ffffff',
	inset: '#f3f0e9',
	line: '#e2ded5',
	ink: '#1c1e22',
	ink2: '#4f545d',
	ink3: '#636872',
	documented: '#8f5200',
	predicted: '#5546c6',
	measured: '#0a6b66'
} as const;

export const { width, height } = pictureSize;
/** Room at both sides. */
export const edge = 24;
/** Where the plot begins and ends, from the top. */
export const plot = { top: 122, bottom: 286 };

export type MarkKind = 'documented' | 'predicted' | 'measured';

/** The shapes that carry meaning, as on the page. */
export function mark(kind: MarkKind, x: number, y: number, size: number): string {
	if (kind === 'measured')
		return element('circle', { cx: x, cy: y, r: size, fill: colours.measured });
	const s = size * 1.1;
	const d =
		kind === 'documented'
			? `M${x} ${y - s}L${x + s} ${y} ${x} ${y + s} ${x - s} ${y}Z`
			: `M${x - 0.75 * s} ${y - s}L${x + s} ${y} ${x - 0.75 * s} ${y + s}Z`;
	return element('path', { d, fill: colours.paper, stroke: colours[kind], 'stroke-width': 1.6 });
}
