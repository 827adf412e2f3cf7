/**
 * Every container gets a separate block of uids. The kernel counts a uid's processes over all containers of the host
 * (RLIMIT_NPROC, without user namespaces), so a shared one would let one learner's bomb stop another's program. All stay
 * below 65536, the size of the engine's usual user namespace.
 */
export const uidsPerContainer = 100;
const smallestUid = 10_000;
const blocks = 500;

/** Starts at a random block, so that two runners of a host hardly meet. */
export function uidBlocks(start = Math.floor(Math.random() * blocks)) {
	const used = new Set<number>();
	let next = start;
	return {
		/** The first uid of a free block; if all are taken, of one in use. */
		take(): number {
			if (used.size < blocks) while (used.has(next % blocks)) next++;
			const block = next++ % blocks;
			used.add(block);
			return smallestUid + block * uidsPerContainer;
		},
		giveBack(firstUid: number): void {
			used.delete((firstUid - smallestUid) / uidsPerContainer);
		}
	};
}
