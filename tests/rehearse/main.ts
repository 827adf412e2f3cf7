/**
 * `npm run rehearse -- 60`: a workshop with synthetic participants, so that a host can try all of it alone. They are marked
 * on every screen and in every export.
 */
import { optionsOf, usage } from './options.ts';
import { openRehearsal, rehearse } from './rehearse.ts';

const options = optionsOf(
	process.argv.slice(2),
	process.env['CYCLELAB_SITE'] ?? 'http://127.0.0.1:3000'
);
if (typeof options === 'string') {
	console.error(`${options}\n${usage}`);
	process.exit(2);
}
const leaving = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => leaving.abort());

const { site, people } = options;
try {
	let { code } = options;
	if (code === undefined) {
		const opened = await openRehearsal(site);
		({ code } = opened);
		console.log(`Lead it at ${site}${opened.hostPage}`);
	}
	console.log(
		`${people} synthetic participants join ${site}/w/${code}. They vote, write reasons, ask questions and run code until the workshop ends. Ctrl+C: they leave.`
	);
	const counts = await rehearse(options, code, leaving.signal, (reason) =>
		console.error(`Refused: ${reason}`)
	);
	console.log(
		`They voted ${counts.votes} times, asked ${counts.questions} questions, started ${counts.runs} runs and showed code ${counts.shown} times. The site refused ${counts.refused} requests.`
	);
} catch (error) {
	console.error(
		`The rehearsal cannot go on: ${error instanceof Error ? error.message : String(error)} Is the site at ${site} running?`
	);
	process.exit(1);
}
process.exit(0);
