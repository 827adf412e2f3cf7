/** A runner's calibrations over time: in words, and as a chart. Pure. */
import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Calibration } from '@cyclelab/contract/schema/gateway';
import { finePercent, gigahertz } from '../ui/format.ts';
import type { Box } from '../comparison/sweep.ts';

/** A clock that moves by more than this part is not called steady. A runner calls the same a drift. */
const steadyWithin = 0.01;

const minute = 60_000;
/**
 * A runner with nothing to do calibrates every two minutes; of calibrations older than this, the site keeps one an hour.
 * Calibrations further apart show a gap: the runner was away, or always busy.
 */
const thinnedAfterMs = 6 * 60 * minute;
const gapMs = { recent: 6 * minute, thinned: 125 * minute };

const timeOf = ({ at }: Calibration) => Date.parse(at);

/** Of a clock. Less says nothing, as calibrations are compared by the system's clock. */
const finest = 1e-5;

/** One sentence. */
export function historyText(calibrations: readonly Calibration[]): string {
	const [first, last] = [calibrations[0], calibrations.at(-1)];
	if (!first || !last) return 'Nothing is known yet: it calibrates when it has nothing to do.';
	const clocks = calibrations.map(({ clockGHz }) => clockGHz.median).sort((a, b) => a - b);
	const middle = clocks[Math.floor(clocks.length / 2)] ?? NaN;
	const [least, most] = [clocks[0] ?? NaN, clocks.at(-1) ?? NaN];
	if (first === last) return `One calibration so far: ${gigahertz(middle)}.`;
	const span = lasting(timeOf(last) - timeOf(first));
	const part = Math.max(most / middle, middle / least) - 1;
	return part <= steadyWithin
		? `${gigahertz(middle)}, steady within ${finePercent(Math.max(part, finest))} over ${span} (${calibrations.length} calibrations).`
		: `It moved between ${gigahertz(least)} and ${gigahertz(most)} in ${span} (${calibrations.length} calibrations). Times in nanoseconds moved with it, cycles did not.`;
}

/** Calibrations that follow one another without a gap. */
export function stretchesOf(calibrations: readonly Calibration[], now: number): Calibration[][] {
	const stretches: Calibration[][] = [];
	let before = -Infinity;
	for (const calibration of calibrations) {
		const at = timeOf(calibration);
		const most = now - before > thinnedAfterMs ? gapMs.thinned : gapMs.recent;
		const open = stretches.at(-1);
		if (open && at - before <= most) open.push(calibration);
		else stretches.push([calibration]);
		before = at;
	}
	return stretches;
}

/** Least distance between two labels of the time axis. */
const tickRoomPx = 90;
/** Noise of a thousandth does not fill the chart: the axis reaches at least this part to each side of the middle. */
const roomAtLeast = 0.02;

/** Undefined where there is nothing to draw. */
export function historyGeometry(calibrations: readonly Calibration[], now: number, box: Box) {
	const first = calibrations[0];
	if (!first) return undefined;
	const [right, bottom] = [box.width - box.right, box.height - box.bottom];
	const x = scaleUtc()
		.domain([Math.min(timeOf(first), now - 10 * minute), now])
		.range([box.left, right]);
	const clocks = calibrations.map(({ clockGHz }) => clockGHz);
	const middle = clocks.reduce((sum, { median }) => sum + median, 0) / clocks.length;
	const y = scaleLinear()
		.domain([
			Math.min(middle * (1 - roomAtLeast), ...clocks.map(({ low }) => low)),
			Math.max(middle * (1 + roomAtLeast), ...clocks.map(({ high }) => high))
		])
		.nice(4)
		.range([bottom, box.top]);
	const at = (calibration: Calibration) => x(timeOf(calibration));
	const middles = line<Calibration>(at, ({ clockGHz }) => y(clockGHz.median));
	const bands = area<Calibration>(
		at,
		({ clockGHz }) => y(clockGHz.low),
		({ clockGHz }) => y(clockGHz.high)
	);
	const [day, hour] = [x.tickFormat(1, '%-d %b'), x.tickFormat(1, '%H:%M')];
	const text = (tick: Date) => (tick.getTime() % (24 * 60 * minute) === 0 ? day : hour)(tick);
	return {
		right,
		bottom,
		stretches: stretchesOf(calibrations, now).map((stretch) => {
			const [alone] = stretch;
			return {
				key: alone?.at ?? '',
				line: middles(stretch) ?? '',
				band: bands(stretch) ?? '',
				// One calibration is no line.
				dot:
					alone && stretch.length === 1
						? {
								x: at(alone),
								y: y(alone.clockGHz.median),
								low: y(alone.clockGHz.low),
								high: y(alone.clockGHz.high)
							}
						: undefined
			};
		}),
		xTicks: x
			.ticks(Math.max(2, Math.floor((right - box.left) / tickRoomPx)))
			.map((tick) => ({ key: tick.getTime(), x: x(tick), text: text(tick) })),
		yTicks: y.ticks(4).map((tick) => ({ y: y(tick), text: y.tickFormat(4)(tick) }))
	};
}

/** How long something lasts, for people: one unit, the largest that gives two or more, whole. Pure. */
const units = [
	{ name: 'day', ms: 86_400_000 },
	{ name: 'h', ms: 3_600_000 },
	{ name: 'min', ms: 60_000 },
	{ name: 's', ms: 1000 }
];

/** `40 s`, `5 min`, `26 h`, `3 days`. Less than nothing, by a clock that is ahead, is nothing. */
export function lasting(ms: number): string {
	const unit = units.find((unit) => ms >= 2 * unit.ms) ?? { name: 's', ms: 1000 };
	const count = Math.max(0, Math.floor(ms / unit.ms));
	return unit.name === 'day' ? `${count} days` : `${count} ${unit.name}`;
}
