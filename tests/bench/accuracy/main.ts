/**
 * `npm run bench:accuracy`: how right the numbers are. Measures and says it; asserts nothing. Words name the sections to
 * run (all by default); `--quick` takes few rounds, to try the bench itself.
 */
import { runSections } from '../run-sections.ts';
import { aa } from './aa.ts';
import { counts } from './counts.ts';
import { coverage } from './coverage.ts';
import { known } from './known.ts';
import { languages } from './languages.ts';
import { roundtrip } from './roundtrip.ts';

await runSections([known, aa, coverage, counts, languages, roundtrip], 'accuracy-');
