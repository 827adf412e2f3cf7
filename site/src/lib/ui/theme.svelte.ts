/** Light or dark: the system's choice until the visitor makes one, which is kept. */
import { keep } from './storage.ts';

type Theme = 'light' | 'dark';

export const systemTheme = () => matchMedia('(prefers-color-scheme: dark)');

/** The shown theme. app.html sets a visitor's choice on the document before the first paint. */
export function shownTheme(): Theme {
	const { theme } = document.documentElement.dataset;
	if (theme === 'light' || theme === 'dark') return theme;
	return systemTheme().matches ? 'dark' : 'light';
}

export class ThemeChoice {
	current = $state<Theme>('light');

	/** To be called in the browser: what the page shows now. */
	read() {
		this.current = shownTheme();
	}

	toggle() {
		this.current = this.current === 'dark' ? 'light' : 'dark';
		document.documentElement.dataset.theme = this.current;
		keep('theme', this.current);
	}
}
