/** Shell: proportional memory of the product and of a peer after the same work, bytes. */
import { family, processes, proportionalBytes, type ListedProcess } from '../processes.ts';
import { partsOf } from '../product-processes.ts';

/** The engine's processes, and every container's below its shim. */
const isEngine = ({ command }: ListedProcess) =>
	/^\S*(dockerd|containerd|containerd-shim-runc-v2)\b/.test(command);

export async function memoryOf(productPid: number, peerPid: number | undefined) {
	const { site, database, runner } = await partsOf(productPid);
	const all = await processes();
	const peer = peerPid === undefined ? [] : family(all, peerPid);
	const own = [...site, ...database, ...runner];
	const isPeer = new Set(peer.map(({ pid }) => pid));
	const engine = all.filter(isEngine).flatMap(({ pid }) => family(all, pid));
	const together = new Map(
		[...own, ...engine].filter(({ pid }) => !isPeer.has(pid)).map((listed) => [listed.pid, listed])
	);
	return {
		peer: await proportionalBytes(peer),
		own: await proportionalBytes(own),
		all: await proportionalBytes([...together.values()])
	};
}
