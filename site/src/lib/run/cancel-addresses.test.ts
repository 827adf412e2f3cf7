import { expect, test } from 'vitest';
import { cancelAddress, rememberCancel } from './cancel-addresses.ts';

test('the address of a run that was started here is known, any other is not', () => {
	rememberCancel('mine', '/api/runs/mine?key=secret');
	rememberCancel('again', undefined);
	expect(['mine', 'again', 'theirs'].map(cancelAddress)).toEqual([
		'/api/runs/mine?key=secret',
		undefined,
		undefined
	]);
});
