/** The series of a kernel by commit, judged and drawn as text. Pure. */
import { changesOf, leastPoints, mostPoints } from './changes.mjs';
import { builtBy, titleOf } from './series.mjs';
import { status } from './status.mjs';
import { cycles, exact, number } from './text.mjs';

/**
 * @typedef {import('./series.mjs').Read} Read
 * @typedef {{ entries: readonly Read[], changes?: readonly import('./changes.mjs').Change[], counts: readonly number[] }} Judged
 *   `changes` of the cycles, undefined with too few points; `counts`: indices of points with other instructions than before
 */

/**
 * @param {readonly Read[]} entries one series by time @param {number} leastChange smallest that counts, a part of 1
 * @returns {Judged}
 */
export function judged(entries, leastChange) {
	const changes = changesOf(
		entries.map(({ cyclesPerIteration }) => cyclesPerIteration.median),
		// Identical code differs by this much within a run.
		(at) => Math.max(leastChange, entries[at]?.noiseFloor ?? 0, entries[at - 1]?.noiseFloor ?? 0)
	);
	const counts = entries.flatMap(({ instructionsPerIteration: now }, at) => {
		const before = entries[at - 1]?.instructionsPerIteration;
		if (now === undefined || before === undefined) return [];
		// Equal as shown: the count is a quotient.
		return exact(now) === exact(before) ? [] : [at];
	});
	return { entries, counts, ...(changes ? { changes } : {}) };
}

/** @param {Read | undefined} entry */
export const commitOf = (entry) => entry?.commit.slice(0, 10) ?? '';
/** @param {Read | undefined} entry */
export const dayOf = (entry) => entry?.committedAt.slice(0, 10) ?? '';

/** @param {import('./changes.mjs').Change} change */
export const percentOf = ({ before, after }) =>
	`${after > before ? '+' : '-'}${number(100 * Math.abs(after / before - 1))} %`;

/** @param {Judged} series @returns {string[]} the changes, one a sentence, marked as faster or slower */
export function changesText({ entries, changes, counts }) {
	const timed = (changes ?? []).map((change) => {
		const { at, before, after } = change;
		const isSlower = after > before;
		return `${isSlower ? '✗ slower' : '✓ faster'} since ${commitOf(entries[at])} (${dayOf(entries[at])}): ${number(before)} cycles before, ${number(after)} after, ${percentOf(change)}`;
	});
	const counted = counts.map((at) => {
		const [before, after] = [entries[at - 1], entries[at]].map((entry) =>
			exact(entry?.instructionsPerIteration ?? NaN)
		);
		return `? other code since ${commitOf(entries[at])} (${dayOf(entries[at])}): ${before} instructions an iteration before, ${after} after, counted exactly`;
	});
	const judgement =
		changes === undefined
			? [
					`not enough data: ${entries.length} of the ${leastPoints} measurements that a change can be told from noise by`
				]
			: timed.length > 0
				? timed
				: ['no change of the cycles'];
	const older =
		entries.length > mostPoints ? [`only the newest ${mostPoints} measurements are judged`] : [];
	return [...judgement, ...counted, ...older];
}

/** Columns of a drawn interval. */
const columns = 32;

/** The limits of the axis. @param {readonly Read[]} entries */
export function rangeOf(entries) {
	const low = Math.min(...entries.map(({ cyclesPerIteration }) => cyclesPerIteration.low));
	const high = Math.max(...entries.map(({ cyclesPerIteration }) => cyclesPerIteration.high));
	// Some room around values that are all the same.
	return high > low ? { low, high } : { low: low * 0.99, high: high * 1.01 };
}

/** @param {Read} entry @param {{ low: number, high: number }} range */
function drawn({ cyclesPerIteration: { low, median, high } }, range) {
	const place = (/** @type {number} */ value) =>
		Math.round(((value - range.low) / (range.high - range.low)) * (columns - 1));
	return Array.from({ length: columns }, (_, at) =>
		at === place(median) ? 'o' : at >= place(low) && at <= place(high) ? '-' : ' '
	).join('');
}

/** @param {Judged} series */
export function trackText(series) {
	const { entries, changes = [], counts } = series;
	const [first] = entries;
	if (!first) return '';
	const range = rangeOf(entries);
	const axis = `${number(range.low)}${number(range.high).padStart(columns - number(range.low).length)}`;
	const rows = entries.map((entry, at) => {
		const mark = changes.some((change) => change.at === at) ? '>' : counts.includes(at) ? '*' : ' ';
		const count = entry.instructionsPerIteration;
		return `${mark} ${dayOf(entry)} ${commitOf(entry).padEnd(10)} |${drawn(entry, range)}| ${cycles(entry.cyclesPerIteration)}${count === undefined ? '' : `, ${exact(count)} instructions`}`;
	});
	return [
		titleOf(first),
		builtBy(first),
		'',
		`${' '.repeat(25)}${axis} cycles an iteration`,
		...rows,
		'',
		...changesText(series).map((line) => `  ${line}`),
		''
	].join('\n');
}

/** The new line of a series, for people. @param {import('./series.mjs').Entry} entry @param {string} series its file */
export function entryText(entry, series) {
	const { cyclesPerIteration, instructionsPerIteration: count, commit, run } = entry;
	const counted = count === undefined ? '' : `${exact(count)} instructions counted exactly, `;
	return `${titleOf(entry)} at ${commit.slice(0, 10)}, an iteration: ${counted}${cycles(cyclesPerIteration)}
${builtBy(entry)}
${run}
${series} has a new line.
`;
}

/** A series as one object for `--json`. @param {Judged} series */
export const trackJson = ({ entries, changes, counts }) => ({
	enough: changes !== undefined,
	changes: changes?.map(({ at, ...change }) => ({ commit: entries[at]?.commit, ...change })) ?? [],
	instructions: counts.map((at) => ({
		commit: entries[at]?.commit,
		before: entries[at - 1]?.instructionsPerIteration,
		after: entries[at]?.instructionsPerIteration
	})),
	entries: entries.map(({ line: _, ...entry }) => entry)
});

/**
 * A file with a malformed line is to be corrected; without a series that is long enough there is no verdict.
 * @param {readonly Judged[]} all @param {readonly import('./series.mjs').Malformed[]} malformed
 */
export function trackStatus(all, malformed) {
	if (malformed.length > 0) return status.usage;
	return all.some(({ changes }) => changes) ? status.good : status.noVerdict;
}
