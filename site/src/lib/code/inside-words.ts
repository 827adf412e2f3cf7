/** Source, assembly and what the compiler made on its way. */
import type { Target } from '@cyclelab/exercises/schema';

export const insideWords = {
	insideHeading: 'Look inside',
	source: 'Source',
	assembly: 'Assembly',
	edit: 'Edit',
	editorLoading: 'Loading the editor.',
	editorKeys: 'Tab indents. After Ctrl+M (on a Mac Ctrl+Shift+M) it leaves the editor.',
	original: 'Back to the original',
	close: 'Close the editor',
	undo: 'Undo',
	kernelInstead: (line: string) =>
		[
			`This is a whole program. Here a run calls`,
			line,
			`and measures what one iteration more takes: put the loop of main into it.`
		] as const,
	diagnostics: 'What the compiler found',
	line: (line: number) => `line ${line}`,
	verbatim: 'The compiler’s words',
	border: 'Width of the source',
	full: 'Full window',
	leaveFull: 'Leave the full window',
	partsLoading: 'Loading.',
	showAssembly: 'Show the assembly',
	noAssembly: 'No assembly yet. It appears as soon as the compiler is done.',
	noAssemblyFailed: 'There is no assembly, because the source does not compile.',
	assemblyGood: 'The source does not compile. This assembly is of the last text that did.',
	assemblyOld: 'This assembly is of the source before your last edit.',
	sourceGrid: (variant: string) => `Source of ${variant}`,
	assemblyGrid: (symbol: string) => `Assembly of ${symbol}`,
	modelsOn: (side: string) => `What the models say of the loop on ${side}`,
	assemblyOn: (side: string) => `Assembly on ${side}`,
	assemblyGridOn: (symbol: string, side: string) => `Assembly of ${symbol} on ${side}`,
	linkKeys: 'Arrow keys move from line to line, Enter keeps a link.',
	executed: 'executed',
	instruction: 'instruction',
	number: 'no.',
	linkLoop: 'Link to this loop',
	latency: 'latency',
	uops: 'uops',
	ports: 'ports',
	notCounted: 'Not counted',
	hotLoop: (instructions: string, share: string, iterations: string) =>
		`Hot loop: ${instructions}, ${share} of all executed, ${iterations} a pass`,
	pathCoverage: (share: string) => `the path shown is taken in ${share} of the passes`,
	firstOnly: (shown: string, all: string) =>
		`Without JavaScript the first ${shown} of ${all} instructions are shown.`,
	unshown: (share: string, where: string, from: string, to: string) =>
		`${share} of the executed instructions ran in code that is not shown: ${where}, ${from}–${to}.`,
	countedThreads: (threads: number) => `The counts are of ${threads} threads together.`,
	unshownMemory: 'memory that is of no file',
	unshownFile: (file: string) =>
		file.endsWith('.elf') ? 'other parts of the program (its start, its library)' : file,
	noHotLoop: 'No hot loop was found.',
	assemblyFor: (target: Target) => `Assembly for ${target}`,
	showRepresentation: (title: string) => `Show ${title}`,
	hideRepresentation: (title: string) => `Hide ${title}`,
	phase: 'Phase',
	phaseBefore: 'Previous phase',
	phaseAfter: 'Next phase',
	phaseOf: (at: number, all: number) => `${at} of ${all}`,
	phaseChanges: (lines: string, before: string, gone: string) =>
		`${lines} new since “${before}”, marked +; ${gone} gone.`,
	phaseFirst: 'As the compiler begins.',
	newLine: 'new in this phase',
	newInstruction: 'new',
	changes: (fresh: string, gone: number) =>
		`${fresh} new since the text before, marked +; ${gone} gone.`,
	unchanged: 'The same instructions as of the text before.',
	representationGrid: (title: string, phase: string) => `${title}: ${phase}`,
	functionLabel: 'Function'
} as const;
