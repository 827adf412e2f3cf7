/** The data with which one variant's code is shown, on one side or on several. */
import type { ReportedToolchain } from '@cyclelab/contract/schema/report';
import type { Target } from '@cyclelab/exercises/schema';
import type { Compiled } from '../run/compiled.ts';
import type AssemblyPane from './AssemblyPane.svelte';
import type Models from './Models.svelte';
import type RepresentationPane from './RepresentationPane.svelte';

/** What shows machine code. A page loads it with the first code that there is, or has it from its beginning. */
export interface CodeParts {
	AssemblyPane: typeof AssemblyPane;
	Models: typeof Models;
	RepresentationPane: typeof RepresentationPane;
}

/** A variant's machine code as one target, processor or compiler has it. */
export interface CodeSide {
	key: string;
	/** The target that the code is, or would be, compiled for. */
	target: Target;
	/** One for each row that the variant has on this side, e.g. two forms of its atomics. */
	codes: readonly SideCode[];
	/** The toolchain of codes whose reports name none. */
	toolchain?: ReportedToolchain | undefined;
	/** Where building what is shown here has got to, a sentence; absent if nothing is being built. */
	building?: string | undefined;
	/** Why it could not be built, a sentence. */
	trouble?: string | undefined;
	/** Asks for the assembly; absent where it cannot be had. */
	onshow?: (() => void) | undefined;
}

export interface SideCode {
	key: string;
	/** Which of several sides and rows it is of; absent where it stands alone. */
	name?: string | undefined;
	/** Of the code, from an inspection or from a run. */
	compiled: Compiled | undefined;
}
