/**
 * `npm run bench:pages`: the exercise's page of a started site in Chromium (`CYCLELAB_BROWSER`); asserts nothing. Arguments
 * select sections; `--quick` takes few visits, to try the bench itself.
 */
import { runSections } from '../run-sections.ts';
import { scrolling } from './scrolling.ts';
import { typing } from './typing.ts';
import { visits } from './visits.ts';
import { whileRunning } from './while-running.ts';

await runSections([visits, whileRunning, scrolling, typing], 'pages-');
