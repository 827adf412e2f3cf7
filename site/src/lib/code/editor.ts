/**
 * Monaco, with the languages there are (each grammar arrives when it is used) and the few features a page of code needs.
 * Loaded only when a learner is about to edit. It gets no worker: that would compare texts, find links, colours and words
 * to complete, none of which these features ask for.
 */
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codeEditor/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordHighlighter/register';
import 'monaco-editor/features/wordOperations/register';
import 'monaco-editor/languages/definitions/cpp/register';
import 'monaco-editor/languages/definitions/csharp/register';
import 'monaco-editor/languages/definitions/go/register';
import 'monaco-editor/languages/definitions/ruby/register';
import 'monaco-editor/languages/definitions/rust/register';
import { editor, KeyCode, KeyMod, MarkerSeverity } from 'monaco-editor/editor/editor.api';
import type { Diagnostic } from '@cyclelab/runner/schema/failure';
import type { Language } from '@cyclelab/exercises/schema';
import { shownTheme, systemTheme } from '../ui/theme.svelte.ts';

/** As Monaco calls them. It does not know Crystal, whose words and signs are mostly Ruby's. */
const grammars: Record<Language, string> = {
	c: 'c',
	cpp: 'cpp',
	rs: 'rust',
	go: 'go',
	cs: 'csharp',
	cr: 'ruby'
};

const severities = {
	error: MarkerSeverity.Error,
	warning: MarkerSeverity.Warning,
	note: MarkerSeverity.Info
};

/** A colour of the page as #rrggbb, in the theme that is shown: Monaco takes no other form. */
function colour(name: string): string {
	const probe = document.createElement('i');
	probe.style.color = `var(--${name})`;
	document.body.append(probe);
	const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(
		Number
	);
	probe.remove();
	return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
}

/** Monaco's colours from the page's, so that the editor is the page's own paper. */
function themed() {
	const dark = shownTheme() === 'dark';
	const token = (name: string) => colour(name).slice(1);
	editor.defineTheme('cyclelab', {
		base: dark ? 'vs-dark' : 'vs',
		inherit: true,
		rules: [
			{ token: '', foreground: token('ink') },
			{ token: 'comment', foreground: token('ink-3'), fontStyle: 'italic' },
			{ token: 'keyword', foreground: token('ink'), fontStyle: 'bold' },
			{ token: 'number', foreground: token('ink-2') },
			{ token: 'string', foreground: token('ink-2') }
		],
		colors: {
			'editor.background': colour('panel'),
			'editor.foreground': colour('ink'),
			'editorLineNumber.foreground': colour('ink-3'),
			'editorLineNumber.activeForeground': colour('ink'),
			// The empty last line, which Monaco would dim below what can be read.
			'editorLineNumber.dimmedForeground': colour('ink-3'),
			'editor.lineHighlightBackground': colour('inset'),
			'editorCursor.foreground': colour('ink')
		}
	});
	editor.setTheme('cyclelab');
}

export interface EditorHandle {
	setText(text: string): void;
	mark(diagnostics: Diagnostic[]): void;
	/** Highlights the line that is linked with the assembly. */
	link(line: number | undefined): void;
	/** Puts the cursor at a place and shows it. */
	jump(place: { line: number; column: number }): void;
	focus(): void;
	dispose(): void;
}

export interface EditorEvents {
	change(text: string): void;
	/** The line under the mouse, or undefined. */
	hover(line: number | undefined): void;
	/** Ctrl+Enter. */
	run(): void;
}

/**
 * Resolves when the language's grammar and signs of comments are here, or cannot be had: a command such as "comment this line"
 * does nothing before.
 */
export const loadGrammar = (language: Language): Promise<unknown> =>
	editor.colorize('', grammars[language], {}).catch(() => undefined);

/** `loadGrammar` comes first. */
export function openEditor(
	element: HTMLElement,
	{ text, language, label }: { text: string; language: Language; label: string },
	events: EditorEvents
): EditorHandle {
	themed();
	const model = editor.createModel(text, grammars[language]);
	const instance = editor.create(element, {
		model,
		ariaLabel: label,
		automaticLayout: true,
		fontFamily: 'JetBrains Mono, monospace',
		fontSize: 13,
		lineHeight: 21,
		fontLigatures: false,
		minimap: { enabled: false },
		overviewRulerLanes: 0,
		scrollBeyondLastLine: false,
		lineNumbersMinChars: 4,
		lineDecorationsWidth: 8,
		folding: false,
		bracketPairColorization: { enabled: false },
		renderLineHighlight: 'line',
		detectIndentation: false,
		insertSpaces: language === 'cr' || language === 'rs',
		tabSize: language === 'cr' ? 2 : 4,
		padding: { top: 10, bottom: 10 },
		scrollbar: {
			alwaysConsumeMouseWheel: false,
			verticalScrollbarSize: 8,
			horizontalScrollbarSize: 8
		},
		// Widgets reach over the pane's edge instead of being cut there.
		fixedOverflowWidgets: true
	});
	const linked = instance.createDecorationsCollection();
	const themes = new MutationObserver(themed);
	themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
	const system = systemTheme();
	system.addEventListener('change', themed);
	instance.onMouseMove((event) => events.hover(event.target.position?.lineNumber));
	instance.onMouseLeave(() => events.hover(undefined));
	model.onDidChangeContent(() => events.change(model.getValue()));
	instance.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, () => events.run());
	instance.focus();

	return {
		setText(next) {
			if (model.getValue() === next) return;
			// As an edit, not as a new value: Ctrl+Z then takes it back.
			model.pushStackElement();
			model.pushEditOperations([], [{ range: model.getFullModelRange(), text: next }], () => null);
			model.pushStackElement();
		},
		mark(diagnostics) {
			editor.setModelMarkers(
				model,
				'compiler',
				diagnostics
					.filter((one) => one.line !== undefined && one.line <= model.getLineCount())
					.map(({ line = 1, column = 1, severity, message }) => ({
						severity: severities[severity],
						message,
						startLineNumber: line,
						startColumn: column,
						endLineNumber: line,
						endColumn: Math.max(
							column + 1,
							model.getWordAtPosition({ lineNumber: line, column })?.endColumn ?? 0
						)
					}))
			);
		},
		link(line) {
			linked.set(
				line === undefined || line > model.getLineCount()
					? []
					: [
							{
								range: {
									startLineNumber: line,
									startColumn: 1,
									endLineNumber: line,
									endColumn: 1
								},
								options: { isWholeLine: true, className: 'linked-line' }
							}
						]
			);
		},
		jump({ line, column }) {
			const lineNumber = Math.min(line, model.getLineCount());
			instance.setPosition({ lineNumber, column });
			instance.revealLineInCenterIfOutsideViewport(lineNumber);
			instance.focus();
		},
		focus() {
			instance.focus();
		},
		dispose() {
			themes.disconnect();
			system.removeEventListener('change', themed);
			instance.dispose();
			model.dispose();
		}
	};
}
