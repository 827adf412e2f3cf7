/** Traces of programs whose events are known by construction, for tests: a loop whose body is given for each pass. */
import type { Decoded } from '../inspect/listing.ts';
import type { Geometry } from './geometry.ts';
import { simulate, type Simulated } from './simulate.ts';
import type { Site, Trace } from './trace.ts';

/** Zen 3's, as its hosts report it. */
export const zen3: Geometry = {
	lineBytes: 64,
	pageBytes: 4096,
	caches: [
		{ level: 1, sets: 64, ways: 8 },
		{ level: 2, sets: 1024, ways: 8 },
		{ level: 3, sets: 32_768, ways: 16 }
	],
	core: { tlb: [64, 2048], storeQueue: 64, reorderBuffer: 256 }
};

/** An instruction of the body: what it accesses in a pass, or whether its branch is taken. */
type Act =
	| { load: number; bytes?: number }
	| { store: number; bytes?: number }
	| { taken: boolean }
	/** So many instructions that the listing does not have. */
	| { elsewhere: number };

const start = 0x1000;
/** Bytes: the emulator loads wider vectors by several accesses, each of which is a site. */
const most = 16;

/** Simulates `passes` passes in each of two calls; the second is counted. @param lost entries before these */
export function simulated(
	passes: number,
	bodyOf: (pass: number) => readonly Act[],
	geometry = zen3,
	lost = 0,
	/** Of the body's instructions; absent: any others. */
	mnemonics: readonly string[] = []
): Simulated | undefined {
	const code: Decoded[] = [];
	const sites: Site[] = [{ kind: 'mark', pc: 0, size: 0 }];
	const entries: [site: number, address: number][] = [];
	const body = bodyOf(0);
	const instruction = (index: number, rest: Partial<Decoded> = {}): Decoded => ({
		address: start + index,
		text: '',
		mnemonic: '',
		prefixes: [],
		operands: [],
		...rest
	});
	body.forEach((act, index) =>
		code.push(
			instruction(
				index,
				'taken' in act
					? { flow: 'branch', target: start + 100 }
					: { mnemonic: mnemonics[index] ?? '' }
			)
		)
	);
	code.push(
		instruction(body.length, { flow: 'branch', target: start }),
		instruction(100, { flow: 'jump', target: start })
	);
	const numbers = new Map<string, number>();
	const add = (kind: Site['kind'], pc: number, size: number, address = 0, part = 0) => {
		const key = `${kind} ${pc} ${size} ${part}`;
		const number = numbers.get(key) ?? sites.push({ kind, pc, size }) - 1;
		numbers.set(key, number);
		entries.push([number, address]);
	};
	for (let call = 0; call < 2; call++) {
		entries.push([0, 0]);
		for (let pass = 0; pass < passes; pass++) {
			const acts = bodyOf(call * passes + pass);
			const branch = acts.findIndex((act) => 'taken' in act);
			add('block', start, branch < 0 ? acts.length + 1 : branch + 1);
			acts.forEach((act, index) => {
				if ('load' in act)
					for (let from = 0; from < (act.bytes ?? 8); from += most)
						add(
							'load',
							start + index,
							Math.min(most, (act.bytes ?? 8) - from),
							act.load + from,
							from
						);
				else if ('store' in act) add('store', start + index, act.bytes ?? 8, act.store);
				else if ('elsewhere' in act) add('block', start + 1000, act.elsewhere);
				else if (act.taken) add('block', start + 100, 1);
				else add('block', start + index + 1, acts.length - index);
			});
		}
		entries.push([0, 0]);
	}
	const trace: Trace = {
		entries: entries.length,
		lost,
		threads: 1,
		sites,
		site: Uint32Array.from(entries, ([number]) => number),
		address: Float64Array.from(entries, ([, address]) => address)
	};
	return simulate({ trace, calls: 2, geometry, code, header: start });
}
