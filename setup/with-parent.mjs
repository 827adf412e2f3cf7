/**
 * Loaded into what `start.mjs` launches before anything else (`node --import`): their standard input is a pipe
 * from `start.mjs`, and when that ends, however it ends, they stop as if asked to.
 */
process.stdin.on('close', () => process.kill(process.pid, 'SIGTERM'));
process.stdin.resume();
// Typed as a TTY or a file, which cannot be unreferenced; a pipe can.
/** @type {import('node:net').Socket} */ (process.stdin).unref();
