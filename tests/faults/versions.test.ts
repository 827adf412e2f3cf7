/**
 * Site and runner of two builds: one is replaced by the next version while a run is under way, and later the other. In
 * `npm run test:faults` only.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import { describe, expect, test } from 'vitest';
import { isWhole } from './history.ts';
import { makeOtherBuild, type Edit } from './other-build.ts';
import { root } from './processes.ts';
import { comesTrue, endOf, patienceMs, startProduct } from './product.ts';
import { nextThat, requestOf } from './requests.ts';

const whole = process.env['CYCLELAB_FAULTS'] === 'whole';
const { exercises } = await loadExercises();

/** Each side says something that the other one has never heard of. */
const news: Edit[] = [
	[
		'runner/src/schema/gateway.ts',
		'	/** Version of this contract',
		"	mood: z.string().default('fine'),\n	/** Version of this contract"
	],
	['runner/src/readiness.ts', '		contract: 2,', "		mood: 'fine',\n		contract: 2,"],
	[
		'runner/src/schema/job.ts',
		'	models: Models\n});',
		"	models: Models,\n	mood: z.string().default('fine')\n});"
	]
];
const number: Edit[] = [
	['runner/src/schema/gateway.ts', 'contract: z.literal(2)', 'contract: z.literal(3)'],
	['runner/src/readiness.ts', 'contract: 2', 'contract: 3']
];

/** What an operator reads, in the log of the runner or on the page of all runners. */
const sentence = /Update the older of the two\.|Run the same version of both/;

describe.runIf(whole)('site and runner of two versions', () => {
	test.for([
		{ name: 'the next version', edits: [...news, ...number] },
		{ name: 'a version that has forgotten to say that it is another', edits: news }
	])(
		'$name: what was accepted waits until both are the same, and is done',
		{ timeout: 3 * patienceMs },
		async ({ edits }, { onTestFinished }) => {
			const other = makeOtherBuild(edits);
			onTestFinished(other.remove);
			const product = await startProduct();
			let isOpen = true;
			const close = async () => {
				isOpen = false;
				return product.close();
			};
			onTestFinished(async () => {
				if (isOpen) await close();
			});
			let serial = 0;
			const next = () => requestOf(serial++, 'x86-64', ['c'], exercises);
			const measured = () => nextThat(true, next);
			/** One is replaced during a run, and the other when it is known that they do not understand each other. */
			const through = async (first: 'site' | 'runner', tree: string) => {
				const second = first === 'site' ? 'runner' : 'site';
				let replaced: Promise<void> | undefined;
				/** Of its log, a runner that stays has said this much before. */
				const known = first === 'site' ? product.log('runner').length : 0;
				const course = product.run(measured(), ({ event }) => {
					if (event.type === 'stage' && event.stage === 'count')
						replaced ??= product.replace(first, tree);
				});
				await comesTrue('the run is counted', () => replaced !== undefined);
				await replaced;
				const isTold = async () => {
					const runners = await (await fetch(`${product.url}/api/runners`)).text();
					return sentence.test(product.log('runner').slice(known) + runners);
				};
				await comesTrue('somebody says so', isTold, () => product.log('runner').slice(-3000));
				let why: string | undefined;
				const waiting = product.run(measured(), ({ event }) => {
					if (event.type === 'queued') why ??= event.notice;
				});
				await comesTrue('who waits is told why', () => why !== undefined);
				await product.replace(second, tree);
				for (const one of await Promise.all([course, waiting]))
					expect([first, endOf(one), isWhole(one)]).toEqual([first, 'finished', true]);
			};
			await comesTrue('the runner takes jobs', product.isReady);
			await through('site', other.tree);
			await through('runner', root);
			await through('runner', other.tree);
			await through('site', root);
			expect(await close()).toBe(0);
		}
	);
});
