/** One step on its own, for stages that go on with what it gave. */
import type { Ended, Step } from './toolchain.ts';

/** @throws if whoever carries out the steps hands back nothing: our own mistake */
export function* step(one: Step): Generator<readonly Step[], Ended, readonly Ended[]> {
	const [ended] = yield [one];
	if (!ended) throw new Error('a step gave nothing');
	return ended;
}
