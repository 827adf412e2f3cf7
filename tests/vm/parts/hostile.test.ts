import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { casesLeftOut, hostileCases, searchTest } from './hostile.ts';

const hostile = join(import.meta.dirname, '../../hostile');

test('every hostile case is tried in the virtual machine, or left out for a reason', () => {
	const folders = readdirSync(hostile).filter((name) => /^\d\d-/.test(name));
	expect([...hostileCases, ...Object.values(casesLeftOut).flat()].sort()).toEqual(folders.sort());
});

test('the test that is no case has the name by which it is chosen', () => {
	expect(readFileSync(join(hostile, 'hostile.test.ts'), 'utf8')).toContain(`test('${searchTest}`);
});
