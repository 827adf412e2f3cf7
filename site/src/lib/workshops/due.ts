/** The date of a homework, as a field of a form has it: local time to the minute. Pure. */

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
