/** The runner's settings: one schema of its environment, read once in `main.ts`, passed down. */
import os from 'node:os';
import { z } from 'zod';
import { toolModes } from './sandbox/tool-mode.ts';

/** A kernel processor list such as "0-3,8". */
const CpuList = z
	.string()
	.regex(/^\d+(-\d+)?(,\d+(-\d+)?)*$/, 'a processor list such as "1" or "0-2"');

export const RunnerConfig = z.object({
	SITE_URL: z
		.string()
		.default('http://localhost:3000')
		.transform((text) => text.split(',').map((one) => one.trim()))
		.pipe(z.tuple([z.url()], z.url()))
		.describe('The site this runner serves; several processes of it: their addresses, with commas'),
	RUNNER_TOKEN: z.string().min(16).describe('Token the site knows this runner by'),
	RUNNER_ID: z
		.string()
		.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
		.default(defaultId())
		.describe('Name of this runner; letters, digits, hyphens'),
	RUNNER_SLOTS: z.coerce
		.number()
		.int()
		.min(1)
		.max(64)
		.optional()
		.describe(
			'Jobs taken at once, as far as memory allows. Default: four for each processor, at most eight'
		),
	RUNNER_SLOW_SLOTS: z.coerce
		.number()
		.int()
		.min(0)
		.max(64)
		.default(1)
		.describe('Beside those, jobs whose builds may take a minute'),
	RUNNER_POOL: z.coerce
		.number()
		.int()
		.min(1)
		.max(64)
		.default(3)
		.describe('Tool sandboxes kept warm at least'),
	RUNNER_MEMORY_MIB: z.coerce
		.number()
		.int()
		.min(1024)
		.optional()
		.describe('Memory to plan with, MiB; default: all of the machine'),
	MEASURE_CPUS: CpuList.optional().describe(
		'The core that measures; default: the last one, of a hybrid processor the last performance core'
	),
	TOOLS_CPUS: CpuList.optional().describe(
		'Cores for compilers and tools; default: all others except hyperthreads of the measuring core'
	),
	RUNNER_TOOLS: z
		.enum(toolModes)
		.default('served')
		.describe("LLVM's tools: one static program that forks, or as Debian has them"),
	RUNNER_TOOLS_RUNTIME: z
		.string()
		.regex(/^[\w.-]{1,64}$/)
		.optional()
		.describe("The engine's runtime for sandboxes of tools, by its name (runsc, say)"),
	RUNNER_CELLS: z
		.enum(['on', 'off'])
		.default('on')
		.describe(
			'Tools of C, C++, Rust and Go and OSACA run in cells, if the host allows it; off: in containers'
		),
	RUNNER_EMULATES: z
		.enum(['arm64'])
		.optional()
		.describe('Runs sandboxes of this architecture under qemu-user; measures nothing'),
	RUNNER_BLOCKS: z.coerce
		.number()
		.int()
		.min(0)
		.max(30)
		.default(6)
		.describe('Basic blocks measured a minute while there is no job, at most; 0: none'),
	RUNNER_PORT: z.coerce
		.number()
		.int()
		.min(0)
		.max(65535)
		.default(0)
		.describe('Port of /healthz and /metrics; 0 = any free one'),
	RUNNER_HOST: z
		.string()
		.default('127.0.0.1')
		.describe(
			'Address on which /healthz and /metrics listen; 0.0.0.0 for a Prometheus on another machine'
		),
	LOG_LEVEL: z
		.enum(['debug', 'info', 'warn', 'error', 'silent'])
		.default('info')
		.describe('What is logged')
});
export type RunnerConfig = z.infer<typeof RunnerConfig>;

/** None with Debian's tools, because a block's score names the corrected llvm-mca (`inspect/mca-errors.ts`). */
export const blocksPerMinuteOf = ({
	RUNNER_TOOLS,
	RUNNER_BLOCKS
}: Pick<RunnerConfig, 'RUNNER_TOOLS' | 'RUNNER_BLOCKS'>): number =>
	RUNNER_TOOLS === 'plain' ? 0 : RUNNER_BLOCKS;

function defaultId(): string {
	const name = os
		.hostname()
		.toLowerCase()
		.replace(/[^a-z0-9-]/g, '-')
		.replace(/^-+/, '')
		.slice(0, 63);
	return name || 'runner';
}
