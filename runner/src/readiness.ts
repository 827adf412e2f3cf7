/** Shell: whether this runner can take jobs, by a self-test at the start and again after every failure of the sandbox. */
import { defined } from '@cyclelab/contract/defined';
import type { Logger } from 'pino';
import type { Installed } from './toolchains/toolchain.ts';
import type { FromRunner, RunnerDescription } from '@cyclelab/contract/schema/gateway';
import type { Compiler } from '@cyclelab/contract/schema/compiler';
import type { Steadiness } from './job/noise-floor.ts';
import type { Host } from '@cyclelab/contract/schema/host';
import type { Toolchain } from './toolchains/toolchain.ts';

/** `clockGHz`: absent under emulation, which has no clock. */
export type Proof = { llvmMca: string; clockGHz?: number };

type ReadinessOptions = {
	id: string;
	slots: number;
	slowSlots: number;
	host: Host;
	toolchains: readonly Toolchain[];
	/** The toolchains that are ready. */
	installed: () => ReadonlyMap<Compiler, Installed>;
	/** Noise floor and clock drift found so far. */
	steadiness: () => Steadiness;
	/** Further facts for the site that are known by now. */
	facts: () => Pick<RunnerDescription, 'findings' | 'measuredCaches' | 'startedAt'>;
	/** The self-test: runs a small kernel through every stage. Rejects with a sentence for operators. */
	prove: () => Promise<Proof>;
	onChange: () => void;
	log: Logger;
};

export type Readiness = {
	/** The last successful self-test, unless a failure came after it. */
	proof: () => Proof | undefined;
	/** Messages for the site: the runner's description as far as known, and whether it takes jobs. */
	introduction: () => FromRunner[];
	/** Takes no jobs until the next successful self-test. */
	doubt: (reason: string) => void;
	/** Runs the self-test now, and retries until it succeeds. */
	check: () => Promise<void>;
	close: () => void;
};

/** First and longest pause before a failed self-test is retried, ms: an engine is often back at once, or down for long. */
export const proofAgainMs = { first: 500, longest: 3000 };

export function createReadiness(options: ReadinessOptions): Readiness {
	let proof: Proof | undefined;
	let known: Proof | undefined;
	let reason: string | undefined = 'The runner is starting.';
	let retry: NodeJS.Timeout | undefined;
	let checking = false;
	let closed = false;
	let pauseMs = proofAgainMs.first;

	const later = () => {
		if (closed) return;
		clearTimeout(retry);
		retry = setTimeout(() => void check(), pauseMs);
		pauseMs = Math.min(2 * pauseMs, proofAgainMs.longest);
	};
	const check = async () => {
		if (checking || closed) return;
		checking = true;
		try {
			proof = known = await options.prove();
			reason = undefined;
			pauseMs = proofAgainMs.first;
			options.log.info({ ...proof }, 'ready');
		} catch (cause) {
			proof = undefined;
			reason = cause instanceof Error ? cause.message : 'The self-test failed.';
			options.log.warn({ err: cause }, 'self-test failed; will retry');
			later();
		} finally {
			checking = false;
		}
		if (!closed) options.onChange();
	};

	return {
		proof: () => proof,
		check,
		doubt: (why) => {
			if (closed || checking) return;
			reason = why;
			proof = undefined;
			options.onChange();
			later();
		},
		introduction: () => {
			return [
				{ type: 'hello', runner: describe(options, known) },
				proof
					? { type: 'state', state: 'ready', ...doubts(options.steadiness()) }
					: { type: 'state', state: 'degraded', reason: reason ?? '' }
			];
		},
		close: () => {
			closed = true;
			clearTimeout(retry);
		}
	};
}

/** A runner whose clock drifted still takes jobs; the reason is reported. */
function doubts({ drifts }: Steadiness): { reason?: string } {
	return drifts.length === 0 ? {} : { reason: drifts.join(' ') };
}

function describe(options: ReadinessOptions, known: Proof | undefined): RunnerDescription {
	const { id, slots, slowSlots, host } = options;
	const installed = options.installed();
	const ready = options.toolchains.filter(({ compiler }) => installed.has(compiler));
	const { noiseFloor } = options.steadiness();
	return {
		id,
		contract: 3,
		host,
		...(known?.clockGHz === undefined ? {} : { clockGHz: known.clockGHz }),
		measures: host.emulated ? [] : [host.arch],
		inspects: [...new Set(ready.flatMap(({ targets }) => targets))],
		toolchains: ready.flatMap(({ compiler, languages, targets }) => {
			const found = installed.get(compiler);
			if (!found) return [];
			return languages.map((language) => ({
				compiler,
				language,
				...found,
				targets: [...targets]
			}));
		}),
		...defined({ noiseFloor }),
		...options.facts(),
		slots,
		slowSlots
	};
}
