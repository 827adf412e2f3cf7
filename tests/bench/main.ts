/**
 * `npm run bench`: measures and prints the project's performance goals; asserts nothing. Arguments select sections
 * (default: all); `--quick` takes few rounds, to try the bench itself.
 */
import { click } from './click.ts';
import { events } from './events.ts';
import { peers } from './peers/section.ts';
import { runSections } from './run-sections.ts';
import { typing } from './typing.ts';

await runSections([peers, click, events, typing]);
