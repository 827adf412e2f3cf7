/** The commands of a workflow file's steps, and of an action's. Pure. */
import { load } from 'js-yaml';
import { z } from 'zod';

const Steps = z.array(z.object({ name: z.string().optional(), run: z.string().optional() }));
const Workflow = z.union([
	z.object({ jobs: z.record(z.string(), z.object({ steps: Steps })) }),
	z.object({ runs: z.object({ steps: Steps }) })
]);

function stepsIn(text: string): z.infer<typeof Steps> {
	const workflow = Workflow.parse(load(text));
	return 'jobs' in workflow
		? Object.values(workflow.jobs).flatMap(({ steps }) => steps)
		: workflow.runs.steps;
}

/** Each line that a step's `run` executes, in order. */
export const runLinesOf = (text: string): string[] =>
	stepsIn(text)
		.flatMap(({ run = '' }) => run.split('\n'))
		.map((line) => line.trim())
		.filter(Boolean);

/** The commands of each step that has a name, by the name. */
export const stepsOf = (text: string): Record<string, string> =>
	Object.fromEntries(stepsIn(text).flatMap(({ name, run }) => (name && run ? [[name, run]] : [])));
