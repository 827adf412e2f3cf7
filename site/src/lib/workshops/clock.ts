/** The remaining time of a timer. Pure. */

/** `3:05`; `0:00` from its end on. */
export function leftText(endsAt: string, now: number): string {
	const seconds = Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
