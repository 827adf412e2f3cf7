/** The commands of a workflow file's steps. Pure. Reads the few forms of YAML that our workflow files use. */

/** Each line that a step's `run` executes, in order. */
export function runLinesOf(workflow: string): string[] {
	const found: string[] = [];
	/** Indentation of the `run` whose block is being read. */
	let block: number | undefined;
	for (const line of workflow.split('\n')) {
		const indent = line.search(/\S/);
		if (block !== undefined && indent > block) {
			found.push(line.trim());
			continue;
		}
		if (indent >= 0) block = undefined;
		const [, before = '', value = ''] = /^(\s*(?:- )?)run: (.+)$/.exec(line) ?? [];
		if (value === '|') block = before.length;
		else if (value !== '') found.push(value);
	}
	return found;
}

/** The commands of each step with a name, by the name. */
export function stepsOf(workflow: string): Record<string, string> {
	const steps = workflow.split(/^ {6}- /m).slice(1);
	return Object.fromEntries(
		steps.flatMap((step) => {
			const [, name] = /^name: (.+)$/m.exec(step) ?? [];
			// A comment before the next step is at its indentation.
			const own = step.replaceAll(/^ {6}#.*$/gm, '');
			const lines = runLinesOf(own);
			return name === undefined ? [] : [[name, lines.join('\n')]];
		})
	);
}
