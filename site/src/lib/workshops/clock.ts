/** Times of a workshop: what a timer has left, and when a homework is due. Pure. */

/** `3:05`; `0:00` from its end on. */
export function leftText(endsAt: string, now: number): string {
	const seconds = Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The evening of the day that is so many days away. */
export function dueIn(days: number, now: Date): Date {
	const due = new Date(now);
	due.setDate(due.getDate() + days);
	due.setHours(20, 0, 0, 0);
	return due;
}

/** `2026-01-08T20:00`. */
export function localText(date: Date): string {
	const two = (value: number) => String(value).padStart(2, '0');
	const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
	return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
