/**
 * `npm run bench:fleet`: what sites and runners cost beside the work itself; asserts nothing. Words name the sections to
 * run (all by default); `--quick` takes few rounds, to try the bench itself.
 */
import { runSections } from '../run-sections.ts';
import { cached } from './cached.ts';
import { pickUp } from './pick-up.ts';
import { scale } from './scale.ts';

await runSections([pickUp, cached, scale], 'fleet-');
