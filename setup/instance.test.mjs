import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { node24, root } from './folder.mjs';

test('a start that may not write its data folder is refused with a sentence', () => {
	// In sysfs nobody, not even root, may make a folder.
	const { status, stdout, stderr } = spawnSync(
		node24,
		[join(root, 'start.mjs'), 'start', '--no-install', '--without-runner'],
		{ encoding: 'utf8', env: { ...process.env, DATA_DIR: '/sys/cyclelab' } }
	);
	expect({ status, stdout, stderr }).toEqual({
		status: 1,
		stdout:
			'This user may not write to /sys/cyclelab, where the site keeps its data. Start it as the owner of that folder, or set DATA_DIR to another folder.\n',
		stderr: ''
	});
});
