/** Names that an exercise gives. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';

/** A variant's label; its id if the exercise no longer has the variant. */
export const labelOf = ({ variants }: Pick<Facts, 'variants'>, id: string): string =>
	variants.find((variant) => variant.id === id)?.label ?? id;
