/** Where two panes meet: the first pane's share of their width, in percent. Pure. */

/** Narrower than this a pane shows nothing one could read. */
export const leastShare = 20;
export const mostShare = 100 - leastShare;
export const evenShare = 50;

const within = (share: number) => Math.round(Math.min(mostShare, Math.max(leastShare, share)));

/** The share for a pointer at `x`, between the panes' outer edges. */
export const shareAt = (x: number, { left, width }: { left: number; width: number }): number =>
	width > 0 ? within(((x - left) / width) * 100) : evenShare;

/** The share after a key, as the ARIA pattern of a window splitter has it; undefined for other keys. */
export function shareAfter(key: string, share: number, isLarge: boolean): number | undefined {
	const step = isLarge ? 10 : 2;
	switch (key) {
		case 'ArrowLeft':
			return within(share - step);
		case 'ArrowRight':
			return within(share + step);
		case 'Home':
			return leastShare;
		case 'End':
			return mostShare;
		case 'Enter':
			return evenShare;
		default:
			return undefined;
	}
}

/** The share that was kept as text; even where there is none. */
export function shareIn(kept: string | undefined): number {
	const share = Number(kept);
	return kept && Number.isFinite(share) ? within(share) : evenShare;
}
