/** `npm run bench:blocks`: how far predictors may be trusted on this processor. Asserts nothing; `--quick` takes few blocks. */
import { runSections } from '../run-sections.ts';
import { blocks } from './section.ts';
import { why } from './why.ts';

await runSections([blocks, why], 'blocks-');
