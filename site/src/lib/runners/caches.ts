/** A runner's caches: what the system reports beside what was measured. Pure. */
import type { MeasuredCaches } from '@cyclelab/contract/schema/gateway';
import type { Host } from '@cyclelab/contract/schema/host';

type Reported = Host['caches'][number];
type Level = MeasuredCaches['levels'][number];

/** A reported cache, a measured step, or both where the step lies in or next to the cache's size. */
export interface CacheRow {
	reported?: Reported;
	measured?: Level;
}

/** A cache may lie this factor beside its step: other data share it, and the sizes measured have gaps. */
const beside = Math.SQRT2;

/** Nearest to the core first. */
export function cacheRows(
	reported: readonly Reported[],
	measured: MeasuredCaches | undefined
): CacheRow[] {
	const left = [...(measured?.levels ?? [])];
	const rows = reported.map((cache): CacheRow => {
		const at = left.findIndex(
			({ endsBetween: [from, to] }) => cache.bytes >= from / beside && cache.bytes <= to * beside
		);
		const [level] = at < 0 ? [] : left.splice(at, 1);
		return { reported: cache, ...(level ? { measured: level } : {}) };
	});
	return [...rows, ...left.map((level): CacheRow => ({ measured: level }))].sort(
		(a, b) => sizeOf(a) - sizeOf(b)
	);
}

const sizeOf = ({ reported, measured }: CacheRow) =>
	reported?.bytes ?? measured?.endsBetween[0] ?? 0;
