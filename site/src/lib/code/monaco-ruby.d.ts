/** Monaco has no types for the files of its grammars. */
declare module 'monaco-editor/languages/definitions/ruby/ruby' {
	import type { languages } from 'monaco-editor/editor/editor.api';
	export const conf: languages.LanguageConfiguration;
	export const language: languages.IMonarchLanguage & {
		declarations: string[];
		linedecls: string[];
	};
}
