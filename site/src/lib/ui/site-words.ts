/** What frames every page: the site, its links, what is not found, kept pages. */

export const siteWords = {
	site: 'Cyclelab',
	tagline: 'Learn why code is as fast as it is.',
	lead: 'Take a loop somebody measured. Say how fast it will be. Then see what the document reports, what a processor model predicts and what happens here, now, side by side, with the assembly between them.',
	description:
		'Documented, predicted, measured: three numbers for the same loop, with the assembly between them.',
	skip: 'Skip to the content',
	exercises: 'Exercises',
	freePlay: 'Free play',
	runners: 'Runners',
	hideStory: 'Hide the story',
	showStory: 'Show the story',
	more: 'More',
	models: 'Models',
	glossary: 'Glossary',
	privacy: 'What is kept',
	progress: 'Your progress',
	themeTo: (theme: string) => `Switch to the ${theme} theme`,
	snapshotOf: (date: string) => `Kept on ${date}. This page never changes.`,
	runYourself: 'Run it yourself',
	notFoundTitle: 'Nothing is here',
	notFoundText: 'This address leads nowhere. The exercises are one step away.',
	noExercise: (slug: string) => `There is no exercise “${slug}”.`,
	noSnapshot: 'There is no snapshot at this address. Check that the link was copied whole.',
	errorTitle: 'This page could not be made',
	errorText:
		'The fault is ours. Reload the page; if it fails again, the server’s log has the reason.',
	home: 'All exercises'
} as const;
