/** Shell: blocks that runners measured, in PostgreSQL, and the scores of predictors on them. */
import { createHash } from 'node:crypto';
import type { BlockReport } from '@cyclelab/contract/schema/gateway';
import { MeasuredBlock, Predictor } from '@cyclelab/contract/schema/blocks';
import { Host } from '@cyclelab/contract/schema/host';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { ModelsView, ProcessorModels } from '../../shared/models-schema.ts';
import { openWorkerThread } from '../base/worker-thread.ts';
import { createTokenBucket, type TokenBucket } from '../limits/token-bucket.ts';
import type { Connected } from '../runs/connected.ts';
import type { Database } from '../store/database.ts';
import type { StoredBlocks } from './models-view.ts';

export type Blocks = {
	/** Stores blocks that a connected runner measured, within its rate limit. Resolves when they are stored. */
	take: (runner: Connected, report: BlockReport) => Promise<void>;
	/** The scores by processor; at most ten minutes old, and with few blocks at most seconds. */
	models: () => Promise<ModelsView>;
	/** A stored block of a processor. */
	block: (processor: string, digest: string) => Promise<MeasuredBlock | undefined>;
	/** All of a processor, each as JSON in one line, by digest. */
	lines: (processor: string) => AsyncGenerator<string, void>;
	close: () => Promise<void>;
};

/** The newest blocks of a processor that are kept, those without a time among them. */
export const mostBlocks = 4000;
/** Blocks of one query while all are read: some hundred kB. */
const together = 100;
/** Blocks that a runner may send: it measures some a minute. */
const pace = { most: 120, everyMs: 1000 };
/** Scores are computed again, if there are other blocks, after a hundred times the time that it takes, within these. ms */
const fresh = { times: 100, atLeast: 10_000, atMost: 10 * 60_000 };

/** @param host of the runner that measured */
export const processorKey = ({ microarchitecture, processor, identity }: Host): string => {
	const digest = createHash('sha256').update(`${processor}\n${identity}`).digest('hex');
	return `${microarchitecture}-${digest.slice(0, 8)}`;
};

const Row = z.object({
	processor: z.string(),
	runner: z.string(),
	reason: z.string().nullable(),
	block: MeasuredBlock.nullable()
});
const ProcessorRow = z.object({
	processor: z.string(),
	host: Host,
	microcode: z.string().nullable(),
	predictors: z.array(Predictor)
});

export function openBlocks(database: Database, log: Logger): Blocks {
	const buckets = new WeakMap<Connected, TokenBucket>();
	// With 3,000 blocks it takes seconds.
	const thread = openWorkerThread<StoredBlocks[], ProcessorModels[]>(
		new URL('./models-view.ts', import.meta.url),
		'modelsViews',
		'computes scores of predictors',
		60_000
	);
	let cached: { at: number; freshMs: number; state: string; view: Promise<ModelsView> } | undefined;

	async function stored(): Promise<StoredBlocks[]> {
		const processors = z
			.array(ProcessorRow)
			.parse(await database.query('select * from cyclelab.block_processors order by processor'));
		const rows = z
			.array(Row)
			.parse(
				await database.query(
					'select processor, runner, reason, block from cyclelab.blocks order by at'
				)
			);
		const byProcessor = Map.groupBy(rows, ({ processor }) => processor);
		return processors.flatMap(({ processor: key, host, microcode, predictors }) => {
			const rows = byProcessor.get(key) ?? [];
			const blocks = rows.flatMap(({ block }) => block ?? []);
			if (blocks.length === 0) return [];
			const reasons = Map.groupBy(
				rows.flatMap(({ reason }) => reason ?? []),
				(reason) => reason
			);
			const { processor, microarchitecture, identity, virtualised } = host;
			return [
				{
					key,
					processor,
					microarchitecture,
					identity,
					virtualised,
					...(microcode === null ? {} : { microcode }),
					runners: [...new Set(rows.map(({ runner }) => runner))].sort(),
					dropped: [...reasons]
						.map(([reason, some]) => ({ reason, blocks: some.length }))
						.sort((a, b) => b.blocks - a.blocks),
					predictors,
					blocks
				}
			];
		});
	}

	const compute = async (): Promise<ModelsView> => {
		const all = await stored();
		return { processors: all.length === 0 ? [] : await thread.ask(all) };
	};

	return {
		take: async (runner, { microcode, predictors, blocks, dropped }) => {
			const { id, host } = runner.description;
			const bucket = buckets.get(runner) ?? createTokenBucket(pace);
			buckets.set(runner, bucket);
			const asked = blocks.length + dropped.length;
			if (bucket(asked) < asked) {
				log.warn({ runner: id }, 'a runner sends too many blocks');
				return;
			}
			const key = processorKey(host);
			const rows = [
				...blocks.map((block) => ({ digest: block.digest, at: block.at, reason: null, block })),
				...dropped.map(({ digest, reason }) => ({
					digest,
					at: new Date().toISOString(),
					reason,
					block: null
				}))
			];
			await database.transaction(
				async (sql) => {
					await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
					// The leading predictor stays first; predictors of earlier versions stay at the end.
					await sql.query(
						`insert into cyclelab.block_processors (processor, host, microcode, predictors)
						values ($1, $2, $3, $4)
						on conflict (processor) do update set host = excluded.host, microcode = excluded.microcode,
							predictors = (select json_agg(p order by old, place) from (
								select p, 0 as old, place from json_array_elements(excluded.predictors)
									with ordinality as n (p, place)
								union all
								select p, 1, place from json_array_elements(block_processors.predictors)
									with ordinality as o (p, place)
								where not exists (select from json_array_elements(excluded.predictors) e
									where e ->> 'id' = p ->> 'id')
								order by 2, 3 limit 64) as merged)`,
						[key, JSON.stringify(host), microcode ?? null, JSON.stringify(predictors)]
					);
					// A block that is measured again keeps its interventions, which have a time of their own.
					await sql.query(
						`insert into cyclelab.blocks (processor, digest, runner, at, reason, block)
						select $1, b.digest, $2, least(b.at, now()), b.reason, b.block::json
						from unnest($3::text[], $4::timestamptz[], $5::text[], $6::text[])
							as b (digest, at, reason, block)
						on conflict (processor, digest) do update set runner = excluded.runner,
							at = excluded.at, reason = excluded.reason,
							block = case
								when excluded.block ->> 'why' is null and blocks.block ->> 'why' is not null then
									(excluded.block::jsonb || jsonb_build_object('why', blocks.block -> 'why'))::json
								else excluded.block end`,
						[
							key,
							id,
							rows.map(({ digest }) => digest),
							rows.map(({ at }) => at),
							rows.map(({ reason }) => reason),
							rows.map(({ block }) => (block ? JSON.stringify(block) : null))
						]
					);
					await sql.query(
						`delete from cyclelab.blocks where processor = $1 and digest in (
							select digest from cyclelab.blocks where processor = $1
							order by at desc offset $2)`,
						[key, mostBlocks]
					);
				},
				{ durable: false }
			);
		},
		models: async () => {
			const now = Date.now();
			if (cached && now - cached.at < cached.freshMs) return cached.view;
			const [row] = z
				.array(z.object({ state: z.string() }))
				.parse(
					await database.query(
						`select concat(count(*), ' ', max(at)) as state from cyclelab.blocks`
					)
				);
			const state = row?.state ?? '';
			if (cached?.state === state) cached.at = now;
			else {
				const view = compute();
				const made = { at: now, freshMs: fresh.atMost, state, view };
				const forget = () => cached === made && (cached = undefined);
				view.then(({ processors }) => {
					// Nothing costs nothing to look for again, and the first blocks are shown at once.
					if (processors.length === 0) forget();
					const wanted = (Date.now() - now) * fresh.times;
					made.freshMs = Math.min(fresh.atMost, Math.max(fresh.atLeast, wanted));
				}, forget);
				cached = made;
			}
			return cached.view;
		},
		block: async (processor, digest) => {
			const rows = z.array(z.object({ block: MeasuredBlock })).parse(
				await database.query(
					`select block from cyclelab.blocks
						where processor = $1 and digest = $2 and block is not null`,
					[processor, digest]
				)
			);
			return rows[0]?.block;
		},
		lines: async function* (processor) {
			for (let after = ''; ;) {
				const rows = z.array(z.object({ digest: z.string(), line: z.string() })).parse(
					await database.query(
						`select digest, block::text as line from cyclelab.blocks
							where processor = $1 and digest > $2 and block is not null
							order by digest limit $3`,
						[processor, after, together]
					)
				);
				for (const { line } of rows) yield `${line}\n`;
				const last = rows.at(-1);
				if (!last || rows.length < together) return;
				after = last.digest;
			}
		},
		close: thread.end
	};
}
