/** How a command is tried: from a bare clone, in a short form, beside a site if it needs one. Pure. */

export type CommandRow = {
	/** As the documents have it. */
	command: string;
} & (Tried | { whyNot: string });

export type Tried = {
	/** A script for bash in the root of a fresh clone, where nothing is installed. */
	short: string;
	/** It has to be over by then, seconds. Long: a clone installs its packages and builds its pages first. */
	within: number;
	/** Exit codes that are fine. Default: 0 alone. */
	exits?: number[];
	/** Its output has to match this. */
	prints?: RegExp;
};

export const minute = 60;

/** Starts the product, waits until a runner is connected, does this, and stops the product by a signal. */
export const besideSite = (script: string) =>
	[
		'exec 3< <(node start.mjs start & echo "pid $!"; wait)',
		'read -r _ site <&3',
		'while read -r line <&3; do echo "$line"; case $line in *"runner is connected"*) break;; esac; done',
		'cat <&3 &',
		`( ${script} )`,
		'code=$?',
		'kill -TERM $site',
		'wait',
		'exit $code'
	].join('\n');
/** Starts the product, waits until it has printed `words`, and stops it by a signal to npm. */
export const served = (start: string, words: string): Tried => ({
	short: [
		`${start} > start.log 2>&1 & npm=$!`,
		`until grep -q '${words}' start.log; do kill -0 $npm || { cat start.log; exit 1; }; sleep 0.2; done`,
		// npm ends at once and the start after it
		'kill -TERM $npm; until [ ! -e data/running.json ]; do sleep 0.2; done; cat start.log'
	].join('\n'),
	within: 10 * minute,
	prints: /Stopping\./
});
export const run = (short: string, within = 10 * minute): Tried => ({ short, within });
/** Of a store that holds a run. */
export const backUp = (words = '') =>
	`node site/client/cyclelab.mjs run what-is-a-cycle --variant add --inspect && npm run backup ${words}`;
