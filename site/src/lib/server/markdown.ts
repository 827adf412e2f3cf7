/** Lessons to HTML, on the server only: they are our own files, reviewed like code. */
import { lessonParts } from '@cyclelab/exercises/lesson-parts';
import { marked } from 'marked';
import type { LessonText } from '../figures/context.ts';

export function lessonText(markdown: string): LessonText {
	return lessonParts(markdown).map((part) =>
		'figure' in part ? part : { html: marked.parse(part.markdown, { async: false }) }
	);
}
