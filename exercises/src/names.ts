/** Languages, runtimes and forms of code as people write them. Without the schemas' library, so that pages can have them. */
import type { AtomicForm, Language, Runtime } from './language.ts';

export const languageNames: Record<Language, string> = {
	c: 'C',
	cpp: 'C++',
	rs: 'Rust',
	go: 'Go',
	cs: 'C#',
	cr: 'Crystal'
};

export const runtimeNames: Record<Runtime, string> = {
	coreclr: 'CoreCLR',
	tier0: 'CoreCLR Tier0',
	unpromoted: 'CoreCLR without physical promotion',
	mono: 'Mono'
};

export const atomicsNames: Record<AtomicForm, string> = { exclusive: 'exclusives', lse: 'LSE' };

/** Of what a row or a place can choose: its runtime, or its form of atomics. */
export const formNames: Record<Runtime | AtomicForm, string> = { ...runtimeNames, ...atomicsNames };

/** The name of the runtime or the form of atomics that a row or a place has, if it has one. */
export function formName({
	runtime,
	atomics
}: {
	runtime?: Runtime | undefined;
	atomics?: AtomicForm | undefined;
}): string | undefined {
	const form = runtime ?? atomics;
	return form && formNames[form];
}
