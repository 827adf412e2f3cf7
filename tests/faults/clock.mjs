/**
 * Preloaded (`node --import`): SIGUSR2 turns the wall clock of this process two hours ahead, the next one two hours behind
 * what it was, and so on. The clock that only ever goes forward is left alone, as by whoever sets a machine's time.
 */
const real = Date;
const jumpMs = 2 * 3_600_000;
let offset = 0;

globalThis.Date = class extends real {
	/** @param {any[]} given */
	constructor(...given) {
		// @ts-expect-error: as many as the real one takes
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
