/** Two kernels of an exercise side by side. */

export const twoKernelsWords = {
	open: 'Two kernels side by side',
	close: 'Close the comparison of two kernels',
	heading: (first: string, second: string) => `“${second}” beside “${first}”`,
	choose: 'Beside',
	source: 'Source',
	assembly: 'Machine code',
	numbers: 'Prediction and measurement',
	either: 'Per iteration',
	ratio: 'second / first',
	sameSource: 'The sources are the same.',
	sameCode: 'The machine code is the same.',
	noCode: 'The machine code of both appears when both are compiled: press Run.',
	noNumbers: 'The numbers of both appear when both were measured and your prediction is given.',
	loading: 'Loading the comparison.',
	failedToLoad: 'The comparison could not be loaded. Check the connection and try again.'
} as const;
