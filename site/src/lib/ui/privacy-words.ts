/** The data that is kept, of whom, and how long. Each row is a promise that the store keeps. */

export interface KeptRow {
	what: string;
	whose: string;
	kept: string;
	long: string;
}

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/** @param runDays days after its end at which a run is deleted; the operator's setting */
export const rowsFor = (runDays: number): KeptRow[] => [
	{
		what: 'Runs',
		whose: 'everybody who presses Run, or whose code is inspected while they type.',
		kept: 'the code, the compiler and its flags, the results, the times, and a keyed hash of the address, for limits. No name and no address.',
		long: `${days(runDays)} after the end of the run. A run of a workshop is kept as long as the workshop, if that is longer.`
	},
	{
		what: 'Shared runs',
		whose: 'everybody who shares a run.',
		kept: 'a copy of the run’s code, results and times, readable by whoever has its link.',
		long: 'without an end, so that a link in a document stays valid. The operator can delete one.'
	},
	{
		what: 'Workshops and homework',
		whose: 'participants who joined with a name.',
		kept: 'the name they typed, their predictions with confidence and reason, their questions and votes, the exercise they have open, and which runs are theirs. Code that they agree to show is kept until it is taken away.',
		long: 'until the day that the page of the workshop names: 1 to 90 days after it was opened, or after its end. The host can delete everything at once.'
	},
	{
		what: 'This browser',
		whose: 'you.',
		kept: 'predictions, edited code, your last runs of each exercise, and the place in a workshop. None of it is sent, except what you run or vote.',
		long: 'until you delete the site’s data in the browser. The page “Your progress” saves it as a file.'
	},
	{
		what: 'Addresses',
		whose: 'everybody who asks for a page.',
		kept: 'the number of requests from an address, in memory, for limits. The site writes no log of requests and sets no cookie; it loads nothing from other sites.',
		long: 'a minute.'
	}
];

export const privacyWords = {
	heading: 'What is kept',
	text: 'There are no accounts. This is everything that this site stores, of whom, and how long.',
	whose: 'Of',
	kept: 'Kept:',
	long: 'How long:',
	operator:
		'Back-ups that the operator makes contain runs, shared runs and workshops of their moment, and live as long as the operator keeps them. A proxy before the site may write its own log.'
} as const;
