/**
 * Monaco, with the languages there are (each grammar arrives when it is used) and the few features a page of code needs.
 * Loaded only when a learner is about to edit. It gets no worker: that would compare texts, find links, colours and words
 * to complete; the words come from `harness-names.ts`, and the others none of these features ask for.
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
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordHighlighter/register';
import 'monaco-editor/features/wordOperations/register';
import 'monaco-editor/languages/definitions/cpp/register';
import 'monaco-editor/languages/definitions/csharp/register';
import 'monaco-editor/languages/definitions/go/register';
import 'monaco-editor/languages/definitions/rust/register';
import {
	editor,
	KeyCode,
	KeyMod,
	languages,
	MarkerSeverity,
	Range
} from 'monaco-editor/editor/editor.api';
import { conf, language as ruby } from 'monaco-editor/languages/definitions/ruby/ruby';
import type { Diagnostic, Edit } from '@cyclelab/contract/schema/failure';
import type { Language } from '@cyclelab/exercises/schema';
import { harnessNames, knownAt, wordsAround, type KnownName } from './harness-names.ts';
import { cursorIn, replacementOf } from './relaid.ts';
import { shownTheme, systemTheme } from '../ui/theme.svelte.ts';

/** As Monaco calls them, and Crystal. */
const grammars: Record<Language, string> = {
	c: 'c',
	cpp: 'cpp',
	rs: 'rust',
	go: 'go',
	cs: 'csharp',
	cr: 'crystal'
};

/**
 * Words that Crystal has besides Ruby's and that an `end` closes. Without them Monaco's grammar of Ruby meets an `end` too many,
 * and logs an error.
 */
const closedByEnd = ['struct', 'enum', 'lib', 'macro', 'annotation', 'union', 'fun'];
languages.register({ id: 'crystal' });
languages.setLanguageConfiguration('crystal', conf);
languages.setMonarchTokensProvider('crystal', {
	...ruby,
	declarations: [...ruby.declarations, ...closedByEnd],
	linedecls: [...ruby.linedecls, 'class', 'module', ...closedByEnd]
});

/** Typed characters that open the list by themselves; Ctrl+Space opens it anywhere. */
const fewestTyped = 3;

const documentation = ({ signature, says }: KnownName) => ({
	value: ['```', signature, '```', says].join('\n')
});

for (const [language, grammar] of Object.entries(grammars) as [Language, string][]) {
	languages.registerCompletionItemProvider(grammar, {
		provideCompletionItems(model, position, { triggerKind }) {
			const typed = model.getWordUntilPosition(position);
			const isAsked =
				triggerKind === languages.CompletionTriggerKind.Invoke &&
				position.column === typed.startColumn;
			if (typed.word.length < fewestTyped && !isAsked) return { suggestions: [] };
			const range = new Range(
				position.lineNumber,
				typed.startColumn,
				position.lineNumber,
				typed.endColumn
			);
			const known = harnessNames(language);
			const words = wordsAround(model.getValue(), model.getOffsetAt(position));
			return {
				suggestions: [
					...known.map((entry, at) => ({
						label: { label: entry.name, description: 'Cyclelab' },
						insertText: entry.insert,
						detail: entry.signature,
						documentation: entry.says,
						kind: languages.CompletionItemKind.Function,
						sortText: `0${String(at).padStart(3, '0')}`,
						range
					})),
					...words
						.filter((word) => !known.some(({ insert }) => insert === word))
						.map((word, at) => ({
							label: word,
							insertText: word,
							kind: languages.CompletionItemKind.Text,
							sortText: `1${String(at).padStart(3, '0')}`,
							range
						}))
				]
			};
		}
	});
	languages.registerHoverProvider(grammar, {
		provideHover(model, position) {
			const word = model.getWordAtPosition(position);
			if (!word) return null;
			const { lineNumber } = position;
			const before = model.getLineContent(lineNumber).slice(0, word.startColumn - 1);
			const known = knownAt(word.word, before, language);
			if (!known) return null;
			return {
				range: new Range(lineNumber, word.startColumn, lineNumber, word.endColumn),
				contents: [documentation(known)]
			};
		}
	});
}

const severities = {
	error: MarkerSeverity.Error,
	warning: MarkerSeverity.Warning,
	note: MarkerSeverity.Info
};

const wholeLine = (line: number, className: string) => ({
	range: new Range(line, 1, line, 1),
	options: { isWholeLine: true, className }
});

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
			'editorCursor.foreground': colour('ink'),
			...Object.fromEntries(
				['editorSuggestWidget', 'editorHoverWidget'].flatMap((widget) => [
					[`${widget}.background`, colour('panel')],
					[`${widget}.foreground`, colour('ink')],
					[`${widget}.border`, colour('line')]
				])
			),
			// The option that switches their colours off does not reach a model made before the editor.
			...Object.fromEntries(
				[1, 2, 3, 4, 5, 6].map((depth) => [
					`editorBracketHighlight.foreground${depth}`,
					colour('ink')
				])
			),
			'editorSuggestWidget.selectedBackground': colour('inset'),
			'editorSuggestWidget.selectedForeground': colour('ink'),
			'editorSuggestWidget.selectedIconForeground': colour('ink-2'),
			'editorSuggestWidget.highlightForeground': colour('measured'),
			'editorSuggestWidget.focusHighlightForeground': colour('measured'),
			'symbolIcon.functionForeground': colour('ink-2'),
			'list.hoverBackground': colour('inset')
		}
	});
	editor.setTheme('cyclelab');
}

export interface EditorHandle {
	setText(text: string): void;
	mark(diagnostics: Diagnostic[]): void;
	/** Makes a change of a text that has not changed since; Ctrl+Z takes it back. The cursor then stands behind it. */
	apply(edits: readonly Edit[]): void;
	/** Highlights the line that is linked with the assembly. */
	link(line: number | undefined): void;
	/** Colours whole lines by their classes, until the text changes. */
	tint(lines: ReadonlyMap<number, string>): void;
	/** Puts the cursor at a place and shows it. */
	jump(place: { line: number; column: number }): void;
	text(): string;
	/** Replaces the text by another layout of it, which Ctrl+Z takes back. The cursor stays in its place of the code and of the window. */
	relay(text: string): void;
	/** Calls it for Shift+Alt+F. */
	onFormat(format: () => void): void;
	/** Vim's keys, until the answer is called; `line` shows Vim's mode and commands. Rejects if they cannot be loaded. */
	vim(line: HTMLElement): Promise<() => void>;
	focus(): void;
	dispose(): void;
}

interface EditorEvents {
	change(text: string): void;
	/** The line under the mouse, or undefined. */
	hover(line: number | undefined): void;
	/** Ctrl+Enter. */
	run(): void;
	/** Ctrl+., in a line. */
	fix(line: number): void;
}

const rangeOf = ({ line, column, endLine, endColumn }: Omit<Edit, 'text'>) => ({
	startLineNumber: line,
	startColumn: column,
	endLineNumber: endLine,
	endColumn
});

/** The range that a compiler names, or the word at its place, or one character: an empty range would not be drawn. */
function markedRange(
	model: editor.ITextModel,
	{ line = 1, column = 1, endLine = line, endColumn }: Partial<Omit<Edit, 'text'>>
) {
	const word = model.getWordAtPosition({ lineNumber: line, column });
	const end = endColumn ?? word?.endColumn ?? 0;
	const isEmpty = endLine === line && end <= column;
	return rangeOf({ line, column, endLine, endColumn: isEmpty ? column + 1 : end });
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
		// Enter always begins a line; Tab takes what the list offers.
		acceptSuggestionOnEnter: 'off',
		acceptSuggestionOnCommitCharacter: false,
		wordBasedSuggestions: 'off',
		suggest: { showStatusBar: false, preview: false, selectionMode: 'always' },
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
	const tinted = instance.createDecorationsCollection();
	const themes = new MutationObserver(themed);
	themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
	const system = systemTheme();
	system.addEventListener('change', themed);
	instance.onMouseMove((event) => events.hover(event.target.position?.lineNumber));
	instance.onMouseLeave(() => events.hover(undefined));
	model.onDidChangeContent(() => {
		// A text pasted over the marked line would be marked as a whole.
		linked.clear();
		tinted.clear();
		events.change(model.getValue());
	});
	instance.addCommand(KeyMod.CtrlCmd | KeyCode.Enter, () => events.run());
	instance.addCommand(KeyMod.CtrlCmd | KeyCode.Period, () => {
		const line = instance.getPosition()?.lineNumber;
		if (line !== undefined) events.fix(line);
	});

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
					.filter(
						(diagnostic) => diagnostic.line !== undefined && diagnostic.line <= model.getLineCount()
					)
					.map(({ severity, message, notes = [], ...place }) => ({
						severity: severities[severity],
						message,
						...markedRange(model, place),
						relatedInformation: notes.map((note) => ({
							resource: model.uri,
							message: note.message,
							...markedRange(model, note.line === undefined ? place : note)
						}))
					}))
			);
		},
		apply(edits) {
			model.pushStackElement();
			const operations = edits.map(({ text: inserted, ...place }) => ({
				range: rangeOf(place),
				text: inserted
			}));
			model.pushEditOperations(instance.getSelections(), operations, (undo) => {
				const [first] = undo;
				if (first) instance.setPosition(first.range.getEndPosition());
				return instance.getSelections();
			});
			model.pushStackElement();
			const position = instance.getPosition();
			if (position) instance.revealPositionInCenterIfOutsideViewport(position);
			instance.focus();
		},
		link(line) {
			linked.set(
				line === undefined || line > model.getLineCount() ? [] : [wholeLine(line, 'linked-line')]
			);
		},
		tint(lines) {
			const shown = [...lines].filter(([line]) => line <= model.getLineCount());
			tinted.set(shown.map(([line, className]) => wholeLine(line, className)));
		},
		jump({ line, column }) {
			const lineNumber = Math.min(line, model.getLineCount());
			instance.setPosition({ lineNumber, column });
			instance.revealLineInCenterIfOutsideViewport(lineNumber);
			instance.focus();
		},
		text: () => model.getValue(),
		relay(text) {
			const before = model.getValue();
			const cursor = model.getOffsetAt(instance.getPosition() ?? { lineNumber: 1, column: 1 });
			const top = (at: number) => instance.getTopForLineNumber(model.getPositionAt(at).lineNumber);
			const offset = instance.getScrollTop() - top(cursor);
			const { from, to, text: inserted } = replacementOf(before, text);
			const range = Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to));
			model.pushStackElement();
			model.pushEditOperations(instance.getSelections(), [{ range, text: inserted }], () => null);
			model.pushStackElement();
			const at = cursorIn(before, cursor, model.getValue());
			instance.setPosition(model.getPositionAt(at));
			instance.setScrollTop(offset + top(at));
			instance.focus();
		},
		onFormat(format) {
			instance.addCommand(KeyMod.Shift | KeyMod.Alt | KeyCode.KeyF, format);
		},
		async vim(line) {
			const { vimKeys } = await import('./vim-keys.ts');
			// Escape would close the list instead of leaving Vim's insert mode.
			instance.updateOptions({ quickSuggestions: false });
			const end = vimKeys(instance, line);
			return () => {
				instance.updateOptions({ quickSuggestions: true });
				end();
			};
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
