/** Workshops: opening one, leading it, taking part. */

import type { Believed, Checked } from '../../../shared/workshop-results.ts';

export const workshopWords = {
	heading: 'Workshops',
	text: 'Lead a room through some exercises: everybody predicts, you discuss, the machine decides. No accounts: you get a secret link, the room gets a short code.',
	openHeading: 'Open a workshop',
	title: 'Title',
	titleExample: 'Memory, for people who ship',
	choose: 'Exercises, in this order',
	chosen: (count: number, minutes: number) =>
		count === 0
			? 'Choose at least one exercise.'
			: `${count} ${count === 1 ? 'exercise' : 'exercises'}, about ${minutes} minutes.`,
	keep: 'Delete everything after',
	days: (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`,
	keepNote: 'Counted from today, and again from the end of the workshop.',
	open: 'Open it',
	withoutScript: 'Opening and joining a workshop needs JavaScript.',
	joinHeading: 'Join a workshop',
	code: 'Code',
	codeExample: 'K7QM-4TXR',
	go: 'Go',
	joinText: (title: string) => `You are about to join “${title}”.`,
	name: 'Your name, as the others will see it',
	join: 'Join',
	asOf: (name: string) => `You are ${name}.`,
	hereCount: (here: number, all: number) => `${here} of ${all} here`,
	deletes: (when: string) => `Everything here is deleted on ${when}.`,
	goneTitle: 'This workshop is not here any more',
	gone: 'It was deleted, or this browser has no place in it. Ask for its code and join it again.',
	reconnecting: 'The connection is gone; trying again.',
	fleeting: 'This browser keeps nothing, so reloading the page loses your place.',
	// the host's screen
	joinAt: 'join at',
	scan: (url: string) => `QR code of ${url}`,
	voted: (all: number) => `of ${all} voted`,
	firstVote: 'first vote',
	secondVote: 'after discussion',
	voteOpen: (round: number) => (round === 1 ? 'The vote is open.' : 'The second vote is open.'),
	revealedNow: 'Shown to everybody. The vote is closed.',
	ratioOf: (measure: string, of: string, to: string) =>
		`${measure} of ${of}, as a multiple of ${to}.`,
	nobodyVoted: 'Nobody has voted yet.',
	covered: 'Covered on this screen. Votes go on arriving.',
	medianVote: (round: string, median: string) =>
		`${round}: half of the participants chose less than ${median}`,
	believed: ({ from, to, idea, first, second }: Believed, votedTwice: boolean) =>
		`${first} voted for ${from}× to ${to}×${votedTwice ? `, ${second} after the discussion` : ''}: that is what one expects if ${idea}.`,
	votesAt: (low: string, high: string, first: number, second: number) =>
		`${low} to ${high}: ${first} in the first vote, ${second} after discussion`,
	measured: 'measured',
	measuringNow: 'It is being measured.',
	notMeasured: 'Nobody has run it yet, so there is nothing measured to compare with.',
	notRevealed: (runs: number) =>
		`Measured in ${runs} ${runs === 1 ? 'run' : 'runs'}. The result is shown once the votes are revealed.`,
	result: (value: string, low: string, high: string) => `${value} (${low} to ${high})`,
	resultWhere: (runner: string, processor: string, model: string, toolchain: string) =>
		`on ${runner}: ${processor} (${model}), ${toolchain}`,
	resultOf: (runs: number, people: number) =>
		`${runs} ${runs === 1 ? 'run' : 'runs'}, asked for by ${people} ${people === 1 ? 'person' : 'people'}`,
	unanswered: (count: number) =>
		`${count} ${count === 1 ? 'run' : 'runs'} gave no answer: disturbed, failed, or without times.`,
	failedRuns: (runs: number) => `${runs} ${runs === 1 ? 'run' : 'runs'}:`,
	editedRuns: (count: number) =>
		count === 1
			? 'One run of edited code is not in it: its ratio is of something else.'
			: `${count} runs of edited code are not in it: their ratios are of something else.`,
	here: 'Here',
	elsewhere: (title: string) => `at ${title}`,
	away: 'away',
	alone: 'on their own',
	runningNow: 'Running now',
	queueRunning: 'running',
	queueWaiting: 'waiting',
	queueJoined: 'people who share a run',
	queueLongest: 'longest wait',
	solvedHeading: 'Challenge solved',
	nobodySolved: 'Nobody yet.',
	uncheckedHeading: 'Reported solved, not checked',
	rejectedHeading: 'Not accepted',
	check: 'Check',
	checkAgain: 'Look again',
	checkOf: (name: string) => `the source of ${name}`,
	checkAgainOf: (name: string) => `at the source of ${name}`,
	checkHeading: (name: string) => `The source of ${name}`,
	checkText:
		'This code met every goal. A program can deceive the measurement, so look at what it does before you accept it.',
	checkSeen:
		'Everybody who sees this screen sees the source. To look at it alone, open this page’s address on another machine.',
	checkBuilt: (language: string, compiler: string, flags: string) =>
		flags === '' ? `${language}, ${compiler}` : `${language}, ${compiler}, with ${flags}`,
	checkUnedited: 'No source was changed: the code is the exercise’s own.',
	checkDiff: {
		gone: 'only in the exercise',
		new: 'only in this source',
		changes: (gone: number, added: number) =>
			`${gone} ${gone === 1 ? 'line' : 'lines'} only in the exercise, ${added} only in this source.`
	},
	checkDiffOf: (label: string) => `“${label}”: as the exercise gives it, and changed`,
	checkLoading: 'Loading the source.',
	checkRun: 'The whole run',
	accept: 'Accept',
	reject: 'Reject',
	decideLater: 'Decide later',
	solution: {
		unchecked: 'Your code met the challenge. The host has not checked it yet.',
		accepted: 'Your code met the challenge, and the host accepted it.',
		rejected: 'The host did not accept your code. Change it and run it again.'
	} satisfies Record<Checked, string>,
	bring: 'Bring everyone here',
	voteAgain: 'Vote again',
	firstAgain: 'Back to the first vote',
	reveal: 'Reveal',
	hide: 'Hide',
	openChallenge: 'Open challenge',
	closeChallenge: 'Close challenge',
	measure: 'Measure',
	timer: 'Timer + 1 min',
	stopTimer: 'Stop timer',
	cover: 'Cover votes',
	uncover: 'Uncover votes',
	showCode: 'Show code',
	hideCode: 'Hide code',
	next: 'Next exercise',
	previous: 'Previous exercise',
	controls: 'What the host does',
	keysAct: 'Keys act',
	timeLeft: 'Time left',
	timeUp: 'Time is up',
	end: 'End the workshop',
	endSure: 'Everybody will see what it came to. Nobody can vote or be led any more.',
	endYes: 'Yes, end it',
	endNo: 'Not yet',
	exportCsv: 'Export as CSV',
	exportJson: 'Export as JSON',
	deleteNow: 'Delete it now',
	deleteSure: 'Names, votes and results will be deleted permanently.',
	deleteYes: 'Yes, delete it',
	deleted: 'The workshop was deleted.',
	hostNote:
		'This page’s address is the host’s key: whoever has it leads the workshop. Keep it to yourself.',
	overHeading: (when: string) => `This workshop ended on ${when}.`,
	summaryHeading: 'What the room voted, and what was measured',
	nothingHappened: 'Nobody voted or ran anything.',
	solvedBy: (solved: number, all: number) => `${solved} of ${all} met the challenge.`,
	notChecked: (count: number) =>
		`${count} more ${count === 1 ? 'has' : 'have'} code that met it, which the host has not checked.`,
	share: 'Page for participants',
	// a participant's bar
	barLabel: 'Workshop',
	hostIsAt: (title: string) => `The host is at “${title}”.`,
	goThere: 'Go there',
	followHost: 'Follow the host',
	voteNow: 'Commit to your prediction: it is your vote.',
	voteSecond: 'Second vote: commit to your prediction again, after the discussion.',
	voteSent: (ratio: string) => `Your vote: ${ratio}. It can be changed until the host reveals.`,
	yours: (ratio: string) => `You said ${ratio}.`,
	noHost: 'There is no workshop at this address. It was deleted, or the link was not copied whole.',
	roomLabel: 'The room',
	hasVoted: 'has voted',
	connecting: 'Coming in …',
	tookPart: (people: number) => `${people} took part.`,
	revealed: 'The host has revealed the votes.',
	challengeOpen: 'The challenge is open.',
	toChallenge: 'To the challenge',
	overview: 'Votes of the room',
	toExercise: 'Open the exercise',
	called: 'The host calls everybody here.',
	notAsked:
		'The workshop’s question differs from the question in this language, so this prediction is not a vote.'
} as const;
