/** Shell: `/mcp`: what language models can ask: exercises, a kernel's machine code, prediction and time. */
import { setTimeout as pause } from 'node:timers/promises';
import { Router, type Request, type RequestHandler } from 'express';
import { Language, Slug } from '@cyclelab/exercises/schema';
import { z } from 'zod';
import { IssuesError, notFound, SiteError } from '../../base/errors.ts';
import { isOver } from '../../../shared/run-state.ts';
import { RunRequest, type RunView } from '../../../shared/schema.ts';
import type { RunService } from '../../runs/service.ts';
import {
	invalidRequest,
	McpMessage,
	revisions,
	said,
	stepFor,
	type McpStep,
	type Tool
} from '../mcp.ts';
import { exerciseText, reportText } from '../mcp-text.ts';
import { noStore } from '../no-store.ts';
import { parseBody, parseId } from '../parse.ts';
import type { SiteReads } from '../reads.ts';
import type { Seats } from '../seats.ts';

/** Clients end a call after a minute by default. A run that is not over by then is read again by its id. Time, and pause between looks, ms. */
const waitMs = 50_000;
const lookMs = 250;

const { flags, compiler, target, variants, values } = RunRequest.shape;
const run = z.strictObject({
	exercise: Slug.default('free-play').describe('Default: free-play, for a kernel of your own'),
	language: Language.optional(),
	target,
	compiler,
	flags,
	sources: RunRequest.shape.sources.describe(
		'Sources by variant; free-play has the variants a and b, to compare two kernels. In C a source defines uint64_t kernel(uint64_t iterations), which returns a value that depends on its work; get_exercise shows the form of each language'
	),
	variants,
	values,
	measure: z
		.boolean()
		.default(false)
		.describe('true: also measure on the processor, which takes seconds to minutes')
});
const tools = {
	list_exercises: {
		title: 'List exercises',
		description: 'Experiments about the time of loops: slug, title and what each shows.',
		input: z.strictObject({}),
		reads: true
	},
	get_exercise: {
		title: 'Read an exercise',
		description: 'Summary and sources of an exercise, in one language.',
		input: z.strictObject({ exercise: Slug, language: Language.optional() }),
		reads: true
	},
	run_kernel: {
		title: 'Compile, predict and measure a kernel',
		description:
			'Compiles the sources of an exercise, or yours. Returns the instructions of the hot loop with exact counts, llvm-mca’s cycles an iteration for the processor, and if asked the measured cycles with their interval.',
		input: run,
		reads: false
	},
	read_run: {
		title: 'Read a run',
		description: 'The result of a run by its id, or its state while it is not over.',
		input: z.strictObject({ id: z.string() }),
		reads: true
	}
} satisfies Record<string, Tool>;

const instructions =
	'Cyclelab predicts and measures loops. Each time has its processor and its uncertainty. Say which of the figures you quote: predicted (a model) or measured (here). Write a kernel for free-play to answer a question about code.';

type McpParts = {
	reads: SiteReads;
	runs: RunService;
	seats: Seats;
	/** Counts a run that an address starts; the same as of `POST /api/runs`. */
	startsRun: RequestHandler;
	version: string;
};

export function mcpRoutes(parts: McpParts): Router {
	const { reads, runs, version } = parts;
	const pageOf = ({ exercise, id }: RunView, request: Request) =>
		`${request.protocol}://${request.get('host')}/exercises/${exercise}?run=${id}`;

	/** A finished run's figures, or the state of another. */
	function runText(view: RunView, request: Request): string {
		if (view.report) return reportText(view.report, pageOf(view, request));
		const where = `Run ${view.id}, ${pageOf(view, request)}`;
		if (view.failure) return `${where}: ${view.failure.message}`;
		if (view.state === 'finished') return `${where}: its report is too large to read here.`;
		return `${where}: it is ${view.state}. ${view.notice ?? 'Ask read_run again.'}`;
	}

	async function startRun(given: unknown, request: Request): Promise<string> {
		const { measure, ...asked } = parseBody(run, given);
		const stages = measure ? ['inspect', 'measure'] : ['inspect'];
		const wanted = parseBody(RunRequest, { ...asked, stages });
		await new Promise<void>((resolve, reject) => {
			const { res } = request;
			if (!res) return reject(new Error('A request without its response.'));
			void parts.startsRun(request, res, (error?: unknown) => (error ? reject(error) : resolve()));
		});
		const accepted = await runs.submit(wanted, parts.seats.asker(request, undefined));
		const key = accepted.cancel?.split('key=')[1];
		for (const until = performance.now() + waitMs; ; await pause(lookMs)) {
			if (request.socket.destroyed && key !== undefined) {
				await runs.cancel(accepted.id, key);
				return 'The client left.';
			}
			const head = await runs.head(accepted.id);
			if (!head) throw notFound('run');
			if (!isOver(head.state) && performance.now() < until) continue;
			return runText((await runs.view(accepted.id)) ?? head, request);
		}
	}

	async function call(name: string, given: unknown, request: Request): Promise<string> {
		switch (name) {
			case 'list_exercises':
				return reads.exercises
					.map(({ slug, title, summary }) => `${slug}: ${title}. ${summary}`)
					.join('\n');
			case 'get_exercise': {
				const { exercise: slug, language } = parseBody(tools.get_exercise.input, given);
				const exercise = reads.exercise(slug);
				if (!exercise) throw notFound('exercise');
				return exerciseText(exercise, language);
			}
			case 'run_kernel':
				return startRun(given, request);
			case 'read_run': {
				const { id } = parseBody(tools.read_run.input, given);
				const view = await runs.view(parseId(id, 'run'));
				if (!view) throw notFound('run');
				return runText(view, request);
			}
		}
		throw notFound('tool');
	}

	/** What a call came to; a mistake of the caller is a sentence for the model, which may correct it. */
	async function result({ name, arguments: given }: McpStep & { kind: 'call' }, request: Request) {
		try {
			return said(await call(name, given, request));
		} catch (error) {
			if (error instanceof IssuesError)
				return said(
					error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
					true
				);
			if (error instanceof SiteError && error.status < 500) return said(error.message, true);
			throw error;
		}
	}

	const router = Router();
	router.post('/', async (request, response) => {
		response.set(noStore);
		const revision = request.get('mcp-protocol-version');
		const message = McpMessage.safeParse(request.body);
		const isUnknown = revision !== undefined && !revisions.some((known) => known === revision);
		if (!message.success || isUnknown) {
			const text = isUnknown
				? `This server speaks ${revisions.join(', ')}, not ${revision}.`
				: 'Send one JSON-RPC message.';
			const error = { code: invalidRequest, message: text };
			response.status(400).json({ jsonrpc: '2.0', id: null, error });
			return;
		}
		const step = stepFor(message.data, tools, { version, instructions });
		const { id } = message.data;
		if (step.kind === 'nothing') response.status(202).end();
		else if (step.kind === 'error')
			response.json({ jsonrpc: '2.0', id, error: { code: step.code, message: step.message } });
		else {
			const done = step.kind === 'call' ? await result(step, request) : step.result;
			response.json({ jsonrpc: '2.0', id, result: done });
		}
	});
	// Without sessions there is no stream to open and no session to end.
	router.all('/', (_request, response) => void response.status(405).set('Allow', 'POST').end());
	return router;
}
