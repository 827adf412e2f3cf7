import { BlockDigest } from '@cyclelab/contract/schema/blocks';
import { readsOf } from '#lib/server/reads.ts';
import { ProcessorKey } from '../../../shared/models-schema.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ platform, url }) => {
	const reads = readsOf(platform);
	const { processors } = await reads.models();
	const processor = ProcessorKey.safeParse(url.searchParams.get('processor'));
	const digest = BlockDigest.safeParse(url.searchParams.get('block'));
	if (!processor.success || !digest.success) return { processors };
	const block = (await reads.block(processor.data, digest.data)) ?? null;
	return { processors, open: { processor: processor.data, block } };
};
