/** A kept run: its page, what is pasted from it, its pictures and its frame on other sites. */
import type { Target } from '@cyclelab/exercises/schema';

export const snapshotWords = {
	/** "The ratio is 6.31× (95 % interval 6.12× to 6.50×)." */
	ratioIs: (median: string, low: string, high: string) =>
		`Ratio ${median}, 95 % interval ${low} to ${high}.`,
	measuredOn: (processor: string, identity: string, virtualised: boolean, runner: string) =>
		`Measured on ${processor} (${identity})${virtualised ? ', virtualised' : ''}, runner ${runner}`,
	at: (clock: string) => `at ${clock}`,
	inspectedFor: (target: Target, runner: string) =>
		`Compiled, counted and predicted for ${target} by runner ${runner}; not measured`,
	built: (language: string, compiler: string, version: string, target: Target) =>
		`${language}, ${compiler} (${version}) for ${target}`,
	flags: (flags: string) => `flags ${flags}`,
	predictedBy: (version: string, model: string | undefined) =>
		model ? `llvm-mca ${version}, ${model} model` : `llvm-mca ${version}`,
	samples: (kept: string, aside: string) => `${kept}, ${aside} set aside`,
	edited: (labels: string, one: boolean) => `${labels} ${one ? 'was' : 'were'} edited.`,
	sourceOf: (label: string) => `Source of “${label}”`,
	moreFailures: (count: number) => `${count} more failed; the page has all.`,
	andMore: (count: number) => ` And ${count} more.`,
	challengeEdited: 'Met, or not, by edited code: a program can deceive the measurement.',
	outside: '* What happens here is outside the model.',
	slowed: '† Another program used the physical core; alone it may be faster.',
	pictureOf: (title: string) => `${title}: documented, predicted and measured`,
	linesText: 'Choose a line, or several with Shift, to link to them.',
	linked: {
		source: (lines: string) => `The address of this page now leads to ${lines} of the source.`,
		asm: (lines: string) => `The address of this page now leads to ${lines} of the assembly.`,
		loop: 'The address of this page now leads to the hot loop.'
	},
	lines: (from: number, to: number) => (from === to ? `line ${from}` : `lines ${from} to ${to}`),
	copyAddress: 'Copy the address',
	pasteHeading: 'For a review',
	pasteText:
		'The pasted text has the result with its interval, the machine, the date, and a link to this page.',
	markdown: 'Markdown',
	plainText: 'Plain text',
	frame: 'Frame for a web page',
	frameText: 'Whoever reads it guesses first.',
	copy: (what: string) => `Copy: ${what}`,
	copied: (what: string) => `Copied: ${what}.`,
	notCopied: 'The browser did not let it be copied. Select the text below instead.',
	filesHeading: 'The same as a file',
	files: {
		md: 'Markdown',
		txt: 'plain text',
		json: 'JSON with all raw samples',
		csv: 'CSV',
		svg: 'picture, SVG',
		png: 'picture, PNG'
	},
	oembedJson: 'Only format=json is given here.',
	openWhole: 'Open it with assembly, models and method',
	withoutScript: 'The guess needs JavaScript. The numbers stand on the page itself:',
	moreRows: (count: number) => `and ${count} more ${count === 1 ? 'row' : 'rows'}`
} as const;
