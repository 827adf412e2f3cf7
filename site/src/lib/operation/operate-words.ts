/** The operator's page. */
import { counted } from '../ui/format.ts';

export const operateWords = {
	heading: 'How the site does',
	text: 'Ten figures for whoever runs this site. Prometheus reads the same and more from /metrics.',
	asOf: (at: string, minutes: string) =>
		`As of ${at}. The process that answers has run for ${minutes}. Load the page again for newer figures.`,
	stretchHeading: 'Of the last hour and day',
	stretchText:
		'Counted in the database: over all site processes, and over restarts. Times are the median and, behind it, what 95 % of the runs stay below.',
	nowHeading: 'Now',
	figure: 'Figure',
	hour: 'Last hour',
	day: 'Last day',
	now: 'Now',
	advice: 'If it looks bad',
	none: 'none',
	noRuns: 'no run',
	runs: {
		name: 'Runs',
		unit: 'how many were accepted, and how they ended',
		advice: 'Accepted without being finished: look at the runners and the waiting runs below.',
		accepted: (runs: number) => `${runs} accepted`,
		finished: (runs: number) => `${runs} finished`,
		cancelled: (runs: number) => `${runs} cancelled`,
		failed: (runs: number) => `${runs} failed`
	},
	failures: {
		name: 'Failures by kind',
		unit: 'runs; the site’s failures first, then failures of learners’ programs',
		advice:
			'Codes in capitals are ours: the logs of site and runner have them. The others are learners’ mistakes, and normal.',
		of: (kind: string, runs: number) => `${kind}: ${runs}`
	},
	queue: {
		name: 'Time in the queue',
		unit: 'from accepted until a runner has a place for it',
		advice: 'Above what a class may be asked to wait: connect another runner of that class.'
	},
	pickUp: {
		name: 'Pick-up',
		unit: 'from leaving the queue to the runner’s first word',
		advice: 'Above 50 ms: the way to the runners is slow, or their tool cores are taken by others.'
	},
	inspect: {
		name: 'Inspection',
		unit: 'from there to the last prediction',
		advice: 'Longer than last day: something else works on the runners’ tool cores.'
	},
	measure: {
		name: 'Measurement',
		unit: 'from the turn on the measuring core to the last point',
		advice: 'Longer than the exercises ask for: samples are rejected, see the next figure.'
	},
	samples: {
		name: 'Samples rejected',
		unit: 'part of all samples in reports',
		advice:
			'Above 10 %: another program uses the measuring core, or a neighbour of this virtual machine does. Keep it free.',
		of: (share: string, samples: string) => `${share} of ${samples}`
	},
	runners: {
		name: 'Runners',
		unit: 'by state, and their sandboxes that wait ready',
		advice:
			'Degraded runners take no runs, and /runners shows why. No warm sandbox for long: raise RUNNER_POOL, or look at the Docker Engine.',
		noRunner: 'No runner is connected',
		state: (runners: number, state: string) => `${counted(runners, 'runner')} ${state}`,
		warm: (tools: number, measure: number) =>
			`${counted(tools + measure, 'sandbox', 'sandboxes')} warm, ${measure} of them to measure`
	},
	waiting: {
		name: 'Waiting runs',
		unit: 'runs, by queue',
		advice: 'A queue that grows while runners are ready has no runner of its class: connect one.',
		of: (queue: string, runs: number, oldest: string) =>
			`${queue}: ${counted(runs, 'run')}, the oldest for ${oldest}`,
		running: (runs: number) => `${counted(runs, 'run')} on runners`
	},
	store: {
		name: 'Store',
		unit: 'size of the database; events of this process that are not in it yet',
		advice:
			'Events that stay behind: PostgreSQL is slow or away. A store that grows faster than its disk: lower RUN_DAYS.',
		size: (size: string) => `${size} in the database`,
		behind: (events: number) => `${counted(events, 'event')} behind`
	},
	kept: {
		name: 'Runs kept',
		unit: 'days after their end; the oldest run in the store',
		advice:
			'The setting RUN_DAYS. A run of a workshop stays as long as the workshop. Snapshots are not deleted.',
		days: (days: number) => `${counted(days, 'day')}`,
		oldest: (when: string) => `the oldest of ${when}`
	}
} as const;
