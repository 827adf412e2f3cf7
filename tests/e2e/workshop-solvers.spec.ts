import type { APIRequestContext } from '@playwright/test';
import { complaintsOf, expect, test } from './learner.ts';
import { expectReadable } from './looks.ts';
import { reportWith, type MadeSite } from './made-reports.ts';
import { posting, takeSeat } from './room.ts';

let site: MadeSite;
test.beforeAll(({ madeSite }) => {
	site = madeSite;
	site.answer = (job) => reportWith(job, {}, { challenge: { verdict: 'passed', goals: [] } });
});

const exercise = 'store-forwarding';
const hack = 'uint64_t kernel(uint64_t iterations) { return 42; } // does nothing\n';

async function openRoom(request: APIRequestContext, names: string[]) {
	const post = posting(request, site.url);
	const { code, hostPage } = await post('/api/workshops', {
		title: 'Stores',
		exercises: [exercise]
	});
	await post(`${hostPage.replace('/host/', '/api/hosts/')}/acts`, { act: 'challenge', on: true });
	const tokens = await Promise.all(
		names.map(async (name): Promise<string> => {
			return (await post(`/api/workshops/${code}/seats`, { name })).token;
		})
	);
	const solve = (at: number, source: string) =>
		post('/api/runs', { exercise, sources: { bytes: source } }, tokens[at]);
	return { code: String(code), host: site.url + hostPage, tokens, solve };
}

test('a name becomes a solver only after the host has seen and accepted the source, also by keyboard', async ({
	page: host,
	request,
	browser
}) => {
	const { code, host: hostLink, tokens, solve } = await openRoom(request, ['Ada', 'Bob']);
	await host.goto(hostLink);
	const solved = host.getByRole('region', { name: 'Challenge solved' });
	const unchecked = host.getByRole('region', { name: 'Reported solved, not checked' });
	await expect(solved.getByText('Nobody yet.')).toBeVisible();
	const context = await browser.newContext();
	const phone = await context.newPage();
	const complaints = complaintsOf(phone);
	await phone.goto(`${site.url}/w/${code}`);
	await takeSeat(phone, code, tokens[1] ?? '');
	await phone.reload();

	await solve(0, 'uint64_t kernel(uint64_t iterations) { return iterations; }\n');
	await solve(1, hack);
	await expect(unchecked.getByRole('listitem')).toHaveText([/^Ada/, /^Bob/]);
	await expect(solved.getByText('Nobody yet.')).toBeVisible();
	await expect(phone.getByText('The host has not checked it yet.')).toBeVisible();
	await expectReadable('solvers that are not checked', host);

	// a second tab of the host
	const tab = await host.context().newPage();
	await tab.goto(hostLink);

	const checkOf = (name: string) =>
		unchecked.getByRole('button', { name: new RegExp(`^Check.* ${name}$`) });
	const check = checkOf('Bob');
	await check.focus();
	await host.keyboard.press('Enter');
	const dialog = host.getByRole('dialog', { name: 'The source of Bob' });
	await expect(dialog.getByText('// does nothing')).toBeVisible();
	await expect(
		dialog.getByText(/^\d+ lines? only in the exercise, 1 only in this source\.$/)
	).toBeVisible();
	await expectReadable('a source to check', host);
	// the host's shortcuts are off while a source is shown
	await host.keyboard.press('r');
	await host.keyboard.press('Escape');
	await expect(host.locator('dialog')).toHaveCount(0);
	await expect(check).toBeFocused();
	await expect(host.getByText('Shown to everybody.')).toHaveCount(0);
	await host.keyboard.press('Enter');
	await dialog.getByRole('button', { name: 'Reject' }).press('Enter');
	await expect(host.getByRole('region', { name: 'Not accepted' }).getByRole('listitem')).toHaveText(
		[/^Bob/]
	);
	await expect(phone.getByText('The host did not accept your code.')).toBeVisible();

	await checkOf('Ada').click();
	await host.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
	for (const screen of [host, tab]) {
		const names = screen.getByRole('region', { name: 'Challenge solved' }).getByRole('listitem');
		await expect(names).toHaveText([/^Ada/]);
		await expect(screen.getByRole('region', { name: 'Reported solved, not checked' })).toHaveCount(
			0
		);
	}
	await expectReadable('solvers that are checked', host);
	await tab.getByRole('button', { name: 'End the workshop' }).click();
	await tab.getByRole('button', { name: 'Yes, end it' }).click();
	await expect(tab.getByText(/^This workshop ended on/)).toBeVisible();
	await phone.goto(`${site.url}/w/${code}`);
	await expect(phone.getByText('1 of 2 met the challenge.')).toBeVisible();
	await context.close();
	expect(complaints).toEqual([]);
});
