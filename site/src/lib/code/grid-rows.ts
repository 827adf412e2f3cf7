/** What concerns single rows of a long grid is set on those rows alone: pointing at one line looks at no other. */
import { blockRows } from './rows-of.ts';

/** A row by its place, from 0; undefined while it is not drawn. */
export function rowAt(table: HTMLTableElement, at: number): HTMLTableRowElement | undefined {
	return table.tBodies[Math.floor(at / blockRows)]?.rows[at % blockRows];
}

/** The row that an event of the grid is about, and its place. */
export function rowUnder({ target }: Event): { row: HTMLTableRowElement; at: number } | undefined {
	const row = target instanceof Element ? target.closest('tr') : null;
	const body = row?.parentElement;
	const table = row?.closest('table');
	if (!row || !table || !(body instanceof HTMLTableSectionElement)) return undefined;
	const block = [...table.tBodies].indexOf(body);
	return block < 0 ? undefined : { row, at: block * blockRows + row.sectionRowIndex };
}

/** Sets something on rows, and takes it back when they are others. */
export function onRows(
	places: () => readonly number[],
	set: (row: HTMLTableRowElement, on: boolean) => void
) {
	return (table: HTMLTableElement) => {
		const rows = places().flatMap((at) => rowAt(table, at) ?? []);
		for (const row of rows) set(row, true);
		return () => {
			for (const row of rows) set(row, false);
		};
	};
}

export const classed = (name: string) => (row: HTMLElement, on: boolean) => {
	row.classList.toggle(name, on);
};

/** Makes a row the grid's only tab stop. */
export const tabStop = (row: HTMLElement, on: boolean) => {
	row.tabIndex = on ? 0 : -1;
};

export const selectedRow = (row: HTMLElement, on: boolean) => {
	row.ariaSelected = `${on}`;
};
