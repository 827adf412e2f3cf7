import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { casesLeftOut, hostileCases } from './hostile.ts';

test('every hostile case is tried in the virtual machine, or left out for a reason', () => {
	const folders = readdirSync(join(import.meta.dirname, '../../hostile')).filter((name) =>
		/^\d\d-/.test(name)
	);
	expect([...hostileCases, ...Object.values(casesLeftOut).flat()].sort()).toEqual(folders.sort());
});
