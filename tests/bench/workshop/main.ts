/**
 * `npm run bench:workshop`: a workshop of a hundred people on this machine; asserts nothing. `--quick` takes twenty
 * with shorter pauses, to try the bench itself.
 */
import { runSections } from '../run-sections.ts';
import { room } from './room.ts';

await runSections([room], 'workshop-');
