/**
 * `npm run bench:accuracy`: measures and prints the accuracy of the numbers; asserts nothing. Arguments select sections
 * (default: all); `--quick` takes few rounds, to try the bench itself.
 */
import { runSections } from '../run-sections.ts';
import { aa } from './aa.ts';
import { costs } from './costs.ts';
import { events } from './events.ts';
import { recordedEvents } from './recorded-events.ts';
import { coverage } from './coverage.ts';
import { known } from './known.ts';
import { languages } from './languages.ts';

await runSections([known, aa, coverage, languages, events, costs, recordedEvents], 'accuracy-');
