/**
 * Preloaded (`node --import`): the first SIGUSR2 sets the wall clock of this process two hours ahead, the second two hours
 * behind the real time, and so on. The monotonic clock does not change, as when an operator sets a machine's time.
 */
const real = Date;
const jumpMs = 2 * 3_600_000;
let offset = 0;

globalThis.Date = class extends real {
	/** @param {any[]} given */
	constructor(...given) {
		// @ts-expect-error: passes on all arguments of the real constructor
		super(...(given.length > 0 ? given : [real.now() + offset]));
	}

	static now() {
		return real.now() + offset;
	}
};
process.on('SIGUSR2', () => {
	offset = offset > 0 ? -jumpMs : jumpMs;
	process.stderr.write(`the clock jumps to ${new Date().toISOString()}\n`);
});
