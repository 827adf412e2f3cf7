/**
 * `npm run bench:load`: many learners on this machine at once; asserts nothing. `--learners=200` and `--minutes=10` are
 * the defaults; `--quick` measures less before the load.
 */
import { runSections } from '../run-sections.ts';
import { load } from './load.ts';
import { readOptions } from './options.ts';

await runSections([load(readOptions(process.argv.slice(2)))], 'load-');
