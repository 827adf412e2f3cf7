import type { Target } from '@cyclelab/exercises/schema';

/** One kind of flag a learner may give. `sentence`: the rule as people read it. `target`: the only one it makes sense for. */
export type FlagRule = { pattern: RegExp; sentence: string; target?: Target };
