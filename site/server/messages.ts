/** What a runner says, as text, taken apart. Pure. */
import { FromRunner, RunnerDescription } from '@cyclelab/runner/schema/gateway';
import { z } from 'zod';
import { fixed } from './config.ts';

/** The version of the contract alone, to refuse another one in words. */
const Hello = z.object({ runner: z.object({ contract: z.number() }) });
const contract = RunnerDescription.shape.contract.value;

/** A message, or a sentence saying why it is none. */
export function parseMessage(text: string): FromRunner | string {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		return 'A message of this runner was not JSON.';
	}
	const message = FromRunner.safeParse(data);
	if (message.success && message.data.type !== 'event' && text.length > fixed.runnerWordsBytes)
		return `A runner may say ${fixed.runnerWordsBytes / 1024} kB about itself at once, and this one said more.`;
	if (message.success) return message.data;
	const hello = Hello.safeParse(data);
	if (hello.success && hello.data.runner.contract !== contract)
		return `This runner speaks version ${hello.data.runner.contract} of the contract, the site version ${contract}. Update the older of the two.`;
	const [issue] = message.error.issues;
	return `The site did not understand a message of this runner (${issue?.path.join('.')}: ${issue?.message}). Run the same version of both.`;
}
