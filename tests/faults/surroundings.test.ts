/**
 * The machine around site and runner: its clock jumps. In `npm run test:faults` only.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { endOf, isWhole, patienceMs, startProduct } from './product.ts';
import { requestOf } from './requests.ts';

const whole = process.env['CYCLELAB_FAULTS'] === 'whole';
const { exercises } = await loadExercises();

describe.runIf(whole)('surroundings', () => {
	test(
		'a clock that jumps two hours ahead and then four behind disturbs no run',
		async () => {
			const NODE_OPTIONS = `--import ${pathToFileURL(join(import.meta.dirname, 'clock.mjs')).href}`;
			const product = await startProduct({ site: { NODE_OPTIONS }, runner: { NODE_OPTIONS } });
			let serial = 0;
			const request = () => requestOf(serial++, 'x86-64', ['c'], exercises);
			for (const hours of ['+2', '-4']) {
				let jumped = false;
				const runs = [request(), request(), request()].map((asked) =>
					product.run(asked, ({ event }) => {
						if (jumped || event.type !== 'stage') return;
						jumped = true;
						product.signal('SIGUSR2', 'site', 'runner');
					})
				);
				const courses = await Promise.all(runs);
				expect([hours, jumped, ...courses.map(endOf)]).toEqual([
					hours,
					true,
					...['finished', 'finished', 'finished']
				]);
				expect(courses.every(isWhole)).toBe(true);
				expect(product.log('site')).toContain('the clock jumps to');
				expect(product.log('runner')).toContain('the clock jumps to');
			}
			expect(await product.close()).toBe(0);
		},
		2 * patienceMs
	);
});
