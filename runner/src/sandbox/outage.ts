/** Shell: an outage of the engine, which begins with a failed container and ends with a sweep after `retryMs`. */
import type { ContainerFactory } from './container-factory.ts';
import type { Engine } from './docker.ts';
import { engineLimits } from './limits.ts';

export type OutageParts = Pick<ContainerFactory, 'alive' | 'sweeps'> & {
	engine: Engine;
	/** Owner label of the pool's containers. */
	owner: string;
	/** Called after the sweep. */
	onEnd: () => void;
};

export type Outage = {
	/** While it is on, the pool starts no containers by itself. */
	isOn: () => boolean;
	begin: () => void;
	/** Ends it without a sweep: a caller asks for a container, which shows whether the engine answers again. */
	forget: () => void;
	close: () => void;
};

export function createOutage({ engine, owner, alive, sweeps, onEnd }: OutageParts): Outage {
	let closed = false;
	let retry: NodeJS.Timeout | undefined;
	let sweeping = false;
	const again = () => setTimeout(() => void recover(), engineLimits.retryMs);

	/** After an outage the engine may still run containers that no runner is attached to. */
	const recover = async () => {
		retry = sweeping ? again() : undefined;
		if (closed || sweeping) return;
		sweeping = true;
		const known = new Set([...alive].map(({ container }) => container.id));
		await engine.sweep(owner, known).then(sweeps(), () => undefined);
		sweeping = false;
		onEnd();
	};

	return {
		isOn: () => retry !== undefined,
		begin: () => {
			retry ??= again();
		},
		forget: () => {
			clearTimeout(retry);
			retry = undefined;
		},
		close: () => {
			closed = true;
			clearTimeout(retry);
		}
	};
}
