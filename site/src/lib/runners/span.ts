/** How long something lasts, for people: one unit, the largest that gives two or more, whole. Pure. */
const units = [
	{ name: 'day', ms: 86_400_000 },
	{ name: 'h', ms: 3_600_000 },
	{ name: 'min', ms: 60_000 },
	{ name: 's', ms: 1000 }
];

/** `40 s`, `5 min`, `26 h`, `3 days`. Less than nothing, by a clock that is ahead, is nothing. */
export function lasting(ms: number): string {
	const unit = units.find((one) => ms >= 2 * one.ms) ?? { name: 's', ms: 1000 };
	const count = Math.max(0, Math.floor(ms / unit.ms));
	return unit.name === 'day' ? `${count} days` : `${count} ${unit.name}`;
}
