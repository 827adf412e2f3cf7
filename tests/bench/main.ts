/**
 * `npm run bench`: measures what the project promises to reach and says it; asserts nothing. Words name the sections to
 * run (all by default); `--quick` takes few rounds, to try the bench itself.
 */
import { click } from './click.ts';
import { effects } from './effects.ts';
import { latency } from './latency.ts';
import { memory } from './memory.ts';
import { runSections } from './run-sections.ts';
import { size } from './size.ts';
import { throughput } from './throughput.ts';

await runSections([latency, throughput, click, effects, size, memory]);
