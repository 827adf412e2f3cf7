/** What shows machine code. A page loads it with the first code that there is, or has it from its beginning. */
import type AssemblyPane from './AssemblyPane.svelte';
import type Models from './Models.svelte';
import type RepresentationPane from './RepresentationPane.svelte';

export interface CodeParts {
	AssemblyPane: typeof AssemblyPane;
	Models: typeof Models;
	RepresentationPane: typeof RepresentationPane;
}
