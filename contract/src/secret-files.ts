/**
 * Shell: secrets from files. A value in the environment is seen by whoever may inspect the process or its container, so secrets
 * of Docker, Kubernetes and systemd are files: `RUNNER_TOKEN_FILE=/run/secrets/runner-token` stands for RUNNER_TOKEN. Used by site and runner.
 */
import { readFileSync } from 'node:fs';

/** Settings of site and runner that may come from a file. DATABASE_URL may hold a password. */
const secretSettings = [
	'RUNNER_TOKEN',
	'METRICS_TOKEN',
	'DATABASE_URL',
	'OBJECT_STORE_SECRET'
] as const;

type Environment = Record<string, string | undefined>;

/**
 * The environment with the contents of the files that `<setting>_FILE` names, without white space around them. Throws a
 * sentence if a file cannot be read or is empty, or if a setting is given both ways.
 */
export function withSecretFiles(environment: Environment): Environment {
	const found = { ...environment };
	for (const name of secretSettings) {
		const file = environment[`${name}_FILE`];
		if (!file) continue;
		if (environment[name])
			throw new Error(`${name} and ${name}_FILE are both set. Remove one of them.`);
		found[name] = contentOf(name, file);
	}
	return found;
}

function contentOf(name: string, file: string): string {
	let text: string;
	try {
		text = readFileSync(file, 'utf8').trim();
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		throw new Error(
			`${name}_FILE names ${file}, which cannot be read (${code}). Check the path and who may read it.`,
			{ cause }
		);
	}
	if (!text)
		throw new Error(`${name}_FILE names ${file}, which is empty. Write the secret into it.`);
	return text;
}
