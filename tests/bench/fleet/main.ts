/**
 * `npm run bench:fleet`: the overhead of sites and runners; asserts nothing. Arguments select sections (default: all);
 * `--quick` takes few rounds, to try the bench itself.
 */
import { runSections } from '../run-sections.ts';
import { cached } from './cached.ts';
import { pickUp } from './pick-up.ts';
import { scale } from './scale.ts';

await runSections([pickUp, cached, scale], 'fleet-');
