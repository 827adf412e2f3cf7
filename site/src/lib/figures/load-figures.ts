/** Shell: the drawings of figures. A page loads the drawings of the figures that its lesson places. */
import type { FigureName } from '@cyclelab/exercises/figure';
import type { Drawing, Drawings, LessonText } from './context.ts';

/** A drawing takes only the figure with its name; `loadFigures` files it under that name. */
const drawings: Record<FigureName, () => Promise<{ default: unknown }>> = {
	cells: () => import('./Cells.svelte'),
	chains: () => import('./Chains.svelte'),
	'control-flow': () => import('./ControlFlow.svelte'),
	events: () => import('./Events.svelte'),
	lanes: () => import('./Lanes.svelte'),
	'memory-hierarchy': () => import('./MemoryHierarchy.svelte'),
	'address-split': () => import('./AddressSplit.svelte'),
	question: () => import('./StepQuestion.svelte'),
	reading: () => import('./Reading.svelte'),
	shape: () => import('./Shape.svelte'),
	'spin-rounds': () => import('./SpinRounds.svelte'),
	'store-buffer': () => import('./StoreBuffer.svelte'),
	task: () => import('./Task.svelte'),
	timelines: () => import('./Timelines.svelte'),
	window: () => import('./Window.svelte')
};

/** The drawings of all figures in these texts, by their names. */
export async function loadFigures(texts: readonly LessonText[]): Promise<Drawings> {
	const names = texts.flat().flatMap((part) => ('figure' in part ? [part.figure.name] : []));
	const loaded = [...new Set(names)].map(async (name): Promise<[FigureName, Drawing]> => [
		name,
		(await drawings[name]()).default as Drawing
	]);
	return Object.fromEntries(await Promise.all(loaded));
}
