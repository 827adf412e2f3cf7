/** Lessons to HTML, on the server only: they are our own files, reviewed like code. */
import { lessonParts } from '@cyclelab/exercises/lesson-parts';
import { marked } from 'marked';
import type { LessonText } from '../figures/context.ts';

/** A listing may be wider than a window, and is then scrolled by keyboard, too. */
const scrollable = (html: string) => html.replaceAll('<pre>', '<pre tabindex="0">');

export function lessonText(markdown: string): LessonText {
	return lessonParts(markdown).map((part) =>
		'figure' in part ? part : { html: scrollable(marked.parse(part.markdown, { async: false })) }
	);
}
