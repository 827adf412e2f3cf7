/** Lessons to HTML, on the server only: they are our own files, reviewed like code. */
import { marked } from 'marked';

export function htmlOf(markdown: string): string {
	return marked.parse(markdown, { async: false });
}
