/** Workshops: confidence and reasons, groups, who is where, code on the screen, questions, plans, homework. */
import type { Confidence, Where } from '../../../shared/workshop-people.ts';

const counted = (count: number, one: string, more: string) =>
	`${count} ${count === 1 ? one : more}`;

export const roomWords = {
	// confidence and reasons
	howSure: 'How sure are you?',
	confidence: {
		sure: 'sure',
		think: 'think so',
		guess: 'guess'
	} satisfies Record<Confidence, string>,
	confidences: (sure: number, think: number, guess: number) =>
		`${sure} sure, ${think} think so, ${guess} guess`,
	why: 'Why? One line, if you like',
	whyNote: 'The host sees it without your name; the host’s export has your name.',
	whySend: 'Send',
	reasons: 'Reasons',
	reasonsHeading: 'Why, by answer',
	noReasons: 'Nobody has written a reason yet.',
	answersFrom: (low: string, high: string, votes: number) =>
		`${low} to ${high}: ${counted(votes, 'vote', 'votes')}`,
	saidBy: (people: number) => `${people} people`,
	// groups
	group: 'Group people',
	ungroup: 'No groups',
	groupsHeading: 'Discuss before you vote again',
	groupsNote:
		'Each group has people who disagree, ordered by their first vote. Everybody sees their group on their own screen.',
	groupsOf: 'People in a group',
	groupsFewer: 'Groups need at least two people who are here.',
	noGroups: 'There are no groups for this exercise.',
	groupNumber: (number: number) => `Group ${number}`,
	discussWith: (names: string) => `Discuss it with ${names}.`,
	disagree: 'You disagree: explain why you chose what you chose, then vote again.',
	agree: 'You agree: find a reason that would make you both wrong.',
	alone: 'You are in no pair. Join the people beside you.',
	// who is where
	live: 'Who is where',
	where: {
		predicting: 'predicting',
		predicted: 'predicted',
		running: 'running',
		results: 'at the results',
		editing: 'editing'
	} satisfies Record<Where, string>,
	people: 'Participants',
	whereUnknown: 'no page open',
	onPhone: 'on the voting page',
	name: 'Name',
	exercise: 'Exercise',
	step: 'Step',
	code: 'Code',
	broken: 'does not compile',
	compiles: 'compiles',
	brokenCount: (count: number) =>
		count === 1
			? 'One person’s code does not compile.'
			: `The code of ${count} people does not compile.`,
	rehearsal: 'rehearsal',
	rehearsalNote: (count: number) =>
		count === 1
			? 'Rehearsal: one participant is a program.'
			: `Rehearsal: ${count} participants are programs.`,
	nobodyHere: 'Nobody has joined.',
	// code on the screen
	askCode: 'Ask to show',
	askCodeOf: (name: string) => `the code of ${name}`,
	askedCode: 'asked',
	stopAsking: 'Do not ask',
	openCode: 'Open',
	takeAway: 'Take away',
	shownHeading: (name: string) => `The code of ${name}`,
	shownNote: 'Shown with consent. The participant can take it away at any time.',
	shownGone: 'This code is not shown any more.',
	shownLoading: 'Loading the code.',
	backToQuestion: 'Back to the question',
	mayShow: 'The host asks to show your code of this exercise on the screen, with your name.',
	mayShowElsewhere: 'The host asks to show your code on the screen. Open the exercise to decide.',
	show: 'Show my code',
	notNow: 'Not now',
	isShown: 'Your code is on the host’s screen.',
	hideMine: 'Take it away',
	// questions
	floor: 'Questions',
	floorHeading: 'Questions from the room',
	floorNote: 'Shown without names; the host’s export has them.',
	noQuestions: 'Nobody has asked anything yet.',
	ask: 'Ask the host',
	askLabel: 'Your question',
	askSend: 'Ask',
	asked: 'Your question is in the list.',
	want: 'I want to know this too',
	wanted: (votes: number) => counted(votes, 'vote', 'votes'),
	yours: 'yours',
	hide: 'Hide',
	unhide: 'Show again',
	answered: 'Answered',
	reopen: 'Open again',
	hidden: 'hidden',
	done: 'answered',
	questionsOpen: (count: number) => counted(count, 'open question', 'open questions'),
	ofQuestion: (text: string) => `: “${text}”`,
	// plans
	plan: 'Plan',
	plansHeading: 'Begin with a plan',
	planUse: (title: string) => `Use the plan “${title}”`,
	planTotal: (minutes: number) => `${minutes} minutes`,
	planPause: (minutes: number) => `${minutes} minutes without an exercise`,
	chosenHeading: 'Order and times',
	planHeading: 'The plan',
	planNote: 'The order and the minutes can be changed while the workshop goes on.',
	minutes: 'minutes',
	minutesOf: (title: string) => `Minutes for “${title}”`,
	up: (title: string) => `Move “${title}” up`,
	down: (title: string) => `Move “${title}” down`,
	ends: (minutes: number) => `ends after ${minutes} min`,
	elapsed: (minutes: number, planned: number) => `${minutes} of ${planned} min`,
	startTimer: (minutes: number) => `Timer: ${minutes} min`,
	goTo: (title: string) => `Go to “${title}”`,
	go: 'Go',
	// homework
	kind: 'What is it',
	workshop: 'A workshop that I lead',
	homework: 'Homework, until a date',
	due: 'Answers until',
	dueNote:
		'Everybody who has the link works alone: prediction, run, challenge. You see one table. Everything is deleted after the date and the days below.',
	openHomework: 'Set it',
	homeworkUntil: (when: string) => `Homework until ${when}.`,
	homeworkOver: (when: string) => `This homework ended on ${when}.`,
	homeworkLink: 'The link for participants',
	homeworkText:
		'Predict each exercise before you run it. A prediction can be changed until you run. Measure with the code as it is given; then try the challenge.',
	homeworkTable: 'Answers',
	homeworkCsv: 'Answers as CSV',
	nobodyAnswered: 'Nobody has joined yet. Send the link.',
	toPredict: 'not predicted',
	predicted: (ratio: string) => `predicted ${ratio}`,
	measured: 'measured',
	notMeasured: 'not measured',
	answerMeasured: (ratio: string) => `measured ${ratio}`,
	challengeIs: {
		unchecked: 'challenge: to check',
		accepted: 'challenge: accepted',
		rejected: 'challenge: not accepted'
	},
	homeworkSent: (ratio: string) =>
		`Your prediction: ${ratio}. It can be changed until you run the exercise.`,
	homeworkKept: (ratio: string) =>
		`Your prediction: ${ratio}. It is kept, because you ran the exercise.`
} as const;
