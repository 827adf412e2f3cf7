/** What an exercise's page shows of other machines' runs; loaded when they are unfolded. */
export { default as Recorded } from '../comparison/Recorded.svelte';
export { recordedComparison } from '../comparison/recorded.ts';
