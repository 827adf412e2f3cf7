/** What to type to add a runner to this site. Pure. */
import { runnerWords } from './runner-words.ts';

export interface Command {
	id: string;
	/** Where and when. */
	text: string;
	lines: string;
}

/** @param site the address people use, e.g. https://the.site */
export function addingCommands(site: string): Command[] {
	const { token, name } = runnerWords;
	const settings = `RUNNER_TOKEN=${token} RUNNER_ID=${name} SITE_URL=${site}`;
	return [
		{ id: 'token', text: runnerWords.addToken, lines: `npm run runner:token -- --label ${name}` },
		{
			id: 'compose',
			text: runnerWords.addCompose,
			lines: `${settings} docker compose up -d --build runner-alone`
		},
		{
			id: 'node',
			text: runnerWords.addNode,
			lines: [
				'npm ci',
				'node_modules/.bin/node images/main.ts',
				`${settings} node_modules/.bin/node runner/src/main.ts`
			].join('\n')
		}
	];
}
