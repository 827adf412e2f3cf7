/** Shell: Vim's keys in the editor, by monaco-vim. Loaded when they are first asked for. */
import { initVimMode, StatusBar } from 'monaco-vim';
import type { editor } from 'monaco-editor/editor/editor.api';

/** The status line; its field for a command or a search has a name. */
class NamedStatusBar extends StatusBar {
	/** Escape ends a command, but the package waits for the next command to clear its keys. */
	override setKeyBuffer(keys: string) {
		super.setKeyBuffer(keys.replace(/^.*<(?:Esc|C-\[|C-c)>/, ''));
	}
	override setSec(...given: Parameters<StatusBar['setSec']>) {
		const [content] = given;
		if (content instanceof DocumentFragment)
			content.querySelector('input')?.setAttribute('aria-label', 'Vim command');
		return super.setSec(...given);
	}
}

/**
 * Gives the editor Vim's keys until what it returns is called.
 * @param line gets the mode, the keys of an unfinished command, and the field for commands and searches
 */
export function vimKeys(instance: editor.IStandaloneCodeEditor, line: HTMLElement): () => void {
	const vim = initVimMode(instance, line, NamedStatusBar);
	return () => vim.dispose();
}
