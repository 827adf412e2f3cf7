/** Lessons to HTML, on the server only: they are our own files, reviewed like code. */
import { lessonParts } from '@cyclelab/exercises/lesson-parts';
import { marked } from 'marked';
import type { LessonText } from '../figures/context.ts';
import type { TermId } from '../glossary/terms.ts';
import { linkFirstUses, linkItalics } from './linked-terms.ts';

/** A listing may be wider than a window, and is then scrolled by keyboard, too. */
const scrollable = (html: string) => html.replaceAll('<pre>', '<pre tabindex="0">');

export function lessonText(markdown: string): LessonText {
	return lessonParts(markdown).map((part) => {
		if ('figure' in part) return part;
		return { html: linkItalics(scrollable(marked.parse(part.markdown, { async: false }))) };
	});
}

export function storyText(markdown: string): LessonText {
	const linked = new Set<TermId>();
	return lessonText(markdown).map((part) =>
		'html' in part ? { html: linkFirstUses(part.html, linked) } : part
	);
}
