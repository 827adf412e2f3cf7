/**
 * `npm run bench`: measures and prints the project's performance goals; asserts nothing. Arguments select sections
 * (default: all); `--quick` takes few rounds, to try the bench itself.
 */
import { click } from './click.ts';
import { effects } from './effects.ts';
import { latency } from './latency.ts';
import { memory } from './memory.ts';
import { peers } from './peers/section.ts';
import { plan } from './plan/section.ts';
import { profile } from './profile.ts';
import { reading } from './reading.ts';
import { runSections } from './run-sections.ts';
import { size } from './size.ts';
import { throughput } from './throughput.ts';

await runSections([
	latency,
	throughput,
	reading,
	click,
	effects,
	size,
	memory,
	profile,
	plan,
	peers
]);
