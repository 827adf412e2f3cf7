/** A workshop with a participant who voted, and a walk through all its pages. */
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from './learner.ts';

export type Room = {
	code: string;
	/** The host's page. */
	host: string;
	/** The participant's key. */
	seat: string;
	/** Sends an act of the host. */
	act: (act: object) => Promise<void>;
};

/** Sends data to a site, by default the shared product, as the participant of the token if there is one. */
export const posting =
	(request: APIRequestContext, site = '') =>
	async (path: string, data: object, token?: string) => {
		const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
		const response = await request.post(site + path, { data, headers });
		expect(response.ok(), await response.text()).toBe(true);
		return response.status() === 204 ? undefined : response.json();
	};

/** The page's browser has this seat from the next load of a page on. */
export const takeSeat = (page: Page, code: string, token: string) =>
	page.evaluate(([place, secret]) => localStorage.setItem(place, secret), [
		`cyclelab:seat:${code}`,
		token
	] as const);

/** Opens a workshop of two exercises, with a long title and a long participant's name. */
export async function openRoom(request: APIRequestContext): Promise<Room> {
	const post = posting(request);
	const { code, hostPage } = await post('/api/workshops', {
		title: 'Stores, loads and Donaudampfschifffahrtselektrizitätenhauptwerk',
		exercises: ['store-forwarding', 'what-is-a-cycle']
	});
	const name = 'Wolfeschlegelsteinhausenbergerdorffwelc';
	const { token } = await post(`/api/workshops/${code}/seats`, { name });
	await post('/api/seat/votes', { exercise: 'store-forwarding', ratio: 4 }, token);
	const acts = `${hostPage.replace('/host/', '/api/hosts/')}/acts`;
	return { code, host: hostPage, seat: token, act: (act) => post(acts, act) };
}

/**
 * Goes from opening a workshop to its end, as host and as participant, and passes each complete page to `look`. When a
 * workshop's end removes the focused control, the focus must move to the heading.
 */
export async function walkThrough(
	{ code, host, seat, act }: Room,
	page: Page,
	look: (what: string, page: Page) => Promise<void>
): Promise<void> {
	await page.goto('/workshops');
	await page.getByRole('checkbox', { name: /^Store forwarding/ }).check();
	await look('opening a workshop', page);
	await page.goto('/w');
	await expect(page.getByLabel('Code')).toBeVisible();
	await look('typing a code', page);
	await page.goto(`/w/${code}`);
	await expect(page.getByRole('button', { name: 'Join' })).toBeEnabled();
	await look('joining', page);

	await takeSeat(page, code, seat);
	await page.reload();
	await expect(page.getByText('Your vote: 4×.')).toBeVisible();
	await look('voting', page);
	const screen = await page.context().newPage();
	await screen.goto(host);
	await expect(screen.getByText('1 of 1 here')).toBeVisible();
	await look('the screen while votes arrive', screen);
	const wall = await page.context().newPage();
	await wall.goto(`/w/${code}/wall`);
	await expect(wall.getByText('1 of 1 voted')).toBeVisible();
	await expect(wall.getByRole('button')).toHaveCount(0);
	await expect(wall.getByText('Wolfeschlegelsteinhausenbergerdorffwelc')).toHaveCount(0);
	await look('the wall while votes arrive', wall);
	await act({ act: 'reveal', on: true });
	await act({ act: 'challenge', on: true });
	await act({ act: 'timer', seconds: 600 });
	await expect(screen.getByText('Shown to everybody. The vote is closed.')).toBeVisible();
	await look('the screen with votes revealed', screen);
	await expect(wall.getByText('The challenge:')).toBeVisible();
	await look('the wall with the challenge', wall);
	await expect(page.getByText('The host has revealed the votes.')).toBeVisible();
	await look('votes revealed', page);

	await screen.getByRole('button', { name: 'End the workshop' }).click();
	await screen.getByRole('button', { name: 'Yes, end it' }).click();
	await expect(screen.getByText(/^This workshop ended on/)).toBeVisible();
	await expect(screen.getByRole('heading', { level: 1 })).toBeFocused();
	await expect(
		screen.getByText('The middle of the votes was 4×; nothing was measured.')
	).toBeVisible();
	await look('the screen at the end', screen);
	await expect(wall.getByRole('heading', { name: 'What the room learnt' })).toBeVisible();
	await look('the wall at the end', wall);
	await wall.close();
	const summary = page.getByRole('link', { name: 'What the room voted, and what was measured' });
	await expect(summary).toBeVisible();
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
	await look('the end', page);
	await summary.click();
	await expect(page.getByText('1 took part.')).toBeVisible();
	await look('what it came to', page);

	await screen.getByRole('button', { name: 'Delete it now' }).click();
	await screen.getByRole('button', { name: 'Yes, delete it' }).click();
	const gone = screen.getByText('The workshop was deleted.');
	await expect(gone).toBeFocused();
	await look('the screen when it is deleted', screen);
	await page.reload();
	await expect(page.getByText('No workshop has this code.')).toBeVisible();
	await look('the code of a deleted one', page);
	await screen.close();
}
