/** The search over exercises and terms, and the keys of a page. */

export const finderWords = {
	heading: 'Search',
	search: 'Search exercises and terms',
	searchButton: 'Search',
	keysButton: 'Keys',
	keysHeading: 'Keys',
	close: 'Close',
	exercise: 'exercise',
	term: 'term',
	found: (count: number) =>
		count === 0 ? 'Nothing contains all of these words.' : `${count} found.`,
	unreachable: 'The exercises could not be loaded; terms only.',
	failedToLoad: 'The search could not be loaded. Check the connection and try again.',
	everywhere: 'On every page',
	onExercise: 'On the page of an exercise',
	inEditor: 'In the editor'
} as const;

/** Keys and what they do, by where they do it. */
export const keyGroups: readonly {
	where: keyof typeof finderWords;
	keys: readonly (readonly [keys: string, does: string])[];
}[] = [
	{
		where: 'everywhere',
		keys: [
			['/', 'search exercises and terms'],
			['?', 'show this list'],
			['Escape', 'close what was opened']
		]
	},
	{
		where: 'onExercise',
		keys: [
			['Ctrl + Enter', 'run'],
			['X', 'two kernels side by side: source, machine code, prediction, measurement'],
			['↑ ↓', 'move from line to line in source and assembly, from point to point in a chart'],
			['Enter', 'keep the link between a line and its instructions; put a point into the address'],
			['← →', 'move the border between source and assembly, with Shift further'],
			['Escape', 'leave the full window']
		]
	},
	{
		where: 'inEditor',
		keys: [
			['Ctrl + Z', 'undo, also after “Back to the original”'],
			['Ctrl + F', 'find'],
			['Ctrl + /', 'comment'],
			['F8', 'next mistake'],
			['Ctrl + M', 'let Tab leave the editor']
		]
	}
];
