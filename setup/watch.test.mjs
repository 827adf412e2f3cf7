import { expect, test } from 'vitest';
import { restartedBy } from './watch.mjs';

test.each([
	['site/server/http/app.ts', ['site']],
	['site/server/store/backup/load.ts', ['site']],
	['site/shared/schema.ts', ['site']],
	['runner/src/measure/claims.ts', ['runner']],
	['contract/src/measure/ratio.ts', ['site', 'runner']],
	['runner/src/measure/claims.test.ts', []],
	['runner/fixtures/measure/word.json', []],
	['exercises/src/schema.ts', ['site', 'runner']],
	['exercises/20-store-forwarding/word.c', ['site']],
	['images/recipes.ts', ['runner']],
	['images/cc/Dockerfile', []]
])('a change of %s restarts %j', (file, services) => {
	expect(restartedBy(file)).toEqual(services);
});
