import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from './learner.ts';

const client = join(import.meta.dirname, '../../site/client/cyclelab.mjs');

test('a CI job prints the card of its run, and the page at its link has the same result', async ({
	page,
	baseURL
}) => {
	const words = [
		'run',
		'store-forwarding',
		'--variant',
		'bytes',
		'--markdown',
		'--site',
		`${baseURL}`
	];
	const { status, out, err } = await new Promise<{
		status: number | null;
		out: string;
		err: string;
	}>((resolve) => {
		const child = execFile(process.execPath, [client, ...words], (_error, stdout, stderr) =>
			resolve({ status: child.exitCode, out: stdout, err: stderr })
		);
	});
	expect(status, err).toBe(0);
	const [, address] = /^\*\*\[Store forwarding\]\((\S+)\)\*\* \S/.exec(out) ?? [];
	expect(out).toMatch(/\| Four bytes, read as a word \|.* \([\d.]+ to [\d.]+\)/);
	await page.goto(address ?? '');
	await expect(page.getByRole('heading', { level: 1, name: 'Store forwarding' })).toBeVisible();
	const shown = await page.getByRole('heading', { level: 2 }).first().innerText();
	expect(out).toContain(shown.slice(0, 40));
});
