/** Languages and runtimes as people write them. Without the schemas' library, so that pages can have them. */
import type { Language, Runtime } from './language.ts';

export const languageNames: Record<Language, string> = {
	c: 'C',
	cpp: 'C++',
	go: 'Go',
	cs: 'C#',
	cr: 'Crystal'
};

export const runtimeNames: Record<Runtime, string> = { coreclr: 'CoreCLR', mono: 'Mono' };
