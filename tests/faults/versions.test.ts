/**
 * Site and runner of two versions: one is replaced by the next version during a run, and later the other. In
 * `npm run test:faults` only; `npm test` checks that the other versions can be made.
 */
import { loadExercises } from '@cyclelab/exercises/load';
import { describe, expect, test } from 'vitest';
import { isComplete } from './history.ts';
import { edited, makeOtherBuild, type Edit } from './other-build.ts';
import { root } from './processes.ts';
import { waitUntil, endOf, patienceMs, startProduct } from './product.ts';
import { nextRequest, requestOf } from './requests.ts';

const whole = process.env['CYCLELAB_FAULTS'] === 'whole';
const { exercises } = await loadExercises();

/** Each side sends a field that the other side does not know. */
const newFields: Edit[] = [
	[
		'runner/src/schema/gateway.ts',
		'	/** Version of this contract',
		"	mood: z.string().default('fine'),\n	/** Version of this contract"
	],
	['runner/src/readiness.ts', '		contract: 3,', "		mood: 'fine',\n		contract: 3,"],
	[
		'runner/src/schema/job.ts',
		'	models: Models,\n',
		"	models: Models,\n	mood: z.string().default('fine'),\n"
	]
];
const newContract: Edit[] = [
	['runner/src/schema/gateway.ts', 'contract: z.literal([2, 3])', 'contract: z.literal(4)'],
	['runner/src/readiness.ts', 'contract: 3', 'contract: 4']
];

/** An older version: neither its site nor its runner knows the findings about a host. */
const withoutFindings: Edit[] = [
	[
		'runner/src/schema/gateway.ts',
		'	findings: z.array(HostFinding).max(mostFindings).optional(),\n',
		''
	],
	['runner/src/main.ts', '...(findings ? { findings } : {}),', ''],
	['site/shared/schema.ts', '	findings: RunnerDescription.shape.findings,\n', ''],
	['site/server/runs/connected.ts', '...(findings ? { findings } : {}),', '']
];

test.each([...newFields, ...newContract, ...withoutFindings])(
	'%s has the text that makes another version of it, once',
	(...edit) => {
		expect(() => edited(root, edit)).not.toThrow();
	}
);

/** The operator's instruction, in the runner's log or in the site's list of runners. */
const sentence = /Update the older of the two\.|Run the same version of both/;

describe.runIf(whole)('site and runner of two versions', () => {
	test.for([
		{ name: 'the next version', edits: [...newFields, ...newContract], accepted: false },
		{
			name: 'a version with new fields but the same contract number',
			edits: newFields,
			accepted: false
		},
		{ name: 'a version without findings', edits: withoutFindings, accepted: true }
	])(
		'with $name on one side, accepted runs wait until both sides match, and finish',
		{ timeout: 3 * patienceMs },
		async ({ edits, accepted }, { onTestFinished }) => {
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
			const measured = () => nextRequest(true, next);
			/** Replaces a side during a run. Resolves to the run when the side is replaced. */
			const replaceDuringRun = async (part: 'site' | 'runner', tree: string) => {
				let replaced: Promise<void> | undefined;
				const run = product.run(measured(), ({ event }) => {
					if (event.type === 'inspected') replaced ??= product.replace(part, tree);
				});
				await waitUntil('the run is inspected', () => replaced !== undefined);
				await replaced;
				return { run };
			};
			const runners = async () => {
				const response = await fetch(`${product.url}/api/runners`);
				expect(response.status).toBe(200);
				return response.text();
			};
			/** Replaces `first` during a run, and the other side once the mismatch is reported. */
			const replaceBoth = async (first: 'site' | 'runner', tree: string) => {
				const second = first === 'site' ? 'runner' : 'site';
				/** Length of the runner's log before the replacement. */
				const known = first === 'site' ? product.log('runner').length : 0;
				const { run } = await replaceDuringRun(first, tree);
				const isReported = async () =>
					sentence.test(product.log('runner').slice(known) + (await runners()));
				await waitUntil('the mismatch is reported', isReported, () =>
					product.log('runner').slice(-3000)
				);
				let why: string | undefined;
				const waiting = product.run(measured(), ({ event }) => {
					if (event.type === 'queued') why ??= event.notice;
				});
				await waitUntil('the queued run has a notice', () => why !== undefined);
				await product.replace(second, tree);
				for (const one of await Promise.all([run, waiting]))
					expect([first, endOf(one), isComplete(one)]).toEqual([first, 'finished', true]);
			};
			await waitUntil('the runner is ready', product.isReady);
			await replaceBoth('site', other.tree);
			await replaceBoth('runner', root);
			if (accepted) {
				expect(await runners()).toContain('"findings":');
				const { run } = await replaceDuringRun('runner', other.tree);
				const ended = await run;
				expect([endOf(ended), isComplete(ended)]).toEqual(['finished', true]);
				expect(await runners()).not.toContain('"findings":');
			} else {
				await replaceBoth('runner', other.tree);
				await replaceBoth('site', root);
			}
			expect(await close()).toBe(0);
		}
	);
});
