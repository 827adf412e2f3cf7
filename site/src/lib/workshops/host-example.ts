/** What a host sees when one person has joined, for tests. */
import type { HostView } from '../../../shared/workshop-host.ts';

const none = { sure: 0, think: 0, guess: 0 };
export const person = {
	number: 1,
	name: 'Ada',
	here: true,
	following: true,
	voted: false,
	synthetic: false
};
export const hostView: HostView = {
	code: 'K7QM-4TXR',
	title: 'Stores',
	exercises: [],
	minutes: {},
	deletesAt: '',
	state: { at: 'one', calls: 0, steps: {} },
	people: [person],
	tally: {
		first: [],
		second: [],
		confidence: { first: none, second: none },
		results: [],
		misconceptions: [],
		edited: 0,
		unanswered: 0,
		failures: [],
		solved: 0,
		unchecked: 0
	},
	solvers: [],
	floor: [],
	groups: [],
	said: [],
	measuring: false,
	queue: { waiting: 0, running: 0, joined: 0 }
};
