/** The commands that the documents name. Pure. */

/** A command line of ours: settings may stand before it, and a Compose file's words around it. */
const ours = /^(\w+=\S+ )*(npm |npx |node |node_modules\/|docker compose )/;

/**
 * Commands in the code of a Markdown text, as they stand there but for comments and line breaks: lines of indented and
 * fenced blocks, and code within sentences.
 */
export function commandsIn(markdown: string): string[] {
	const blocks: string[] = [];
	const prose: string[] = [];
	let isFenced = false;
	for (const line of markdown.split('\n')) {
		if (/^\s*```/.test(line)) isFenced = !isFenced;
		else (isFenced || /^( {4}|\t)/.test(line) ? blocks : prose).push(line);
	}
	const inSentences = [...prose.join('\n').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
	return unique([...blocks, ...inSentences].map(plain).filter((line) => ours.test(line)));
}

/** Commands in the comments of a file that has no other way to say how it is used, such as docker-compose.yml. */
export function commandsInComments(text: string): string[] {
	const lines = text.split('\n').flatMap((line) => /^# {2,}(.*)$/.exec(line)?.[1] ?? []);
	return unique(lines.map(plain).filter((line) => ours.test(line)));
}

/** `npm start`, `npm test` and `npm run` with every other script. */
export function commandsOf(scripts: Record<string, string>): string[] {
	return Object.keys(scripts).map((name) =>
		['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`
	);
}

/** Without what a shell would leave out, on one line. */
const plain = (line: string) =>
	line
		.replace(/\s+#.*$/, '')
		.replaceAll(/\s+/g, ' ')
		.trim();

const unique = (lines: readonly string[]) => [...new Set(lines)];
