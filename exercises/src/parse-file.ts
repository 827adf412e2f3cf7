/** One file of an author: YAML that a schema describes. */
import { load as parseYaml } from 'js-yaml';
import { z } from 'zod';

/** @throws an Error that names the file and what to change in it */
export function parseFile<T>(file: string, text: string, schema: z.ZodType<T>): T {
	let data: unknown;
	try {
		data = parseYaml(text);
	} catch (error) {
		throw new Error(`${file} is not YAML: ${error instanceof Error ? error.message : error}`, {
			cause: error
		});
	}
	const parsed = schema.safeParse(data);
	if (parsed.success) return parsed.data;
	throw new Error(
		`${file} is not as its schema in exercises/src wants it:\n${z.prettifyError(parsed.error)}`
	);
}
