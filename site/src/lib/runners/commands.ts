/** What to type to add a runner to this site. Pure. */

export interface Command {
	id: string;
	/** Where and when. */
	text: string;
	lines: string;
}

/** @param site the address people use, e.g. https://the.site */
export function addingCommands(site: string): Command[] {
	const settings = `RUNNER_TOKEN=the-token RUNNER_ID=a-name SITE_URL=${site}`;
	return [
		{
			id: 'token',
			text: 'On the site’s host, make a token. It is shown once.',
			lines: 'npm run runner:token -- --label a-name'
		},
		{
			id: 'compose',
			text: 'On the new host, with Docker Compose, in a copy of this repository:',
			lines: `${settings} docker compose up -d --build runner-alone`
		},
		{
			id: 'node',
			text: 'Or without Compose, with Docker and npm:',
			lines: [
				// npm 9 (Debian 13) removes the link .bin/node while it skips the other platforms' package
				'npm ci && npm rebuild',
				'node_modules/.bin/node images/main.ts',
				`${settings} node_modules/.bin/node runner/src/main.ts`
			].join('\n')
		}
	];
}
