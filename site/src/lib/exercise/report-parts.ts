/** What an exercise's page shows once there are numbers or machine code; loaded with the first of them. */
export { default as Compare } from '../comparison/Compare.svelte';
export { comparedAlone } from '../comparison/compared.ts';
export { default as AssemblyPane } from '../code/AssemblyPane.svelte';
export { default as Models } from '../code/Models.svelte';
export { default as RepresentationPane } from '../code/RepresentationPane.svelte';
export { default as WithoutScript } from '../comparison/WithoutScript.svelte';
export { answerOf } from './answer.ts';
export { default as GuessVerdict } from './GuessVerdict.svelte';
export { default as LoopLimits } from './LoopLimits.svelte';
