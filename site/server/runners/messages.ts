/** Parses the text of a runner's message. Pure. */
import { FromRunner, RunnerDescription } from '@cyclelab/runner/schema/gateway';
import { z } from 'zod';
import { fixed } from '../base/config.ts';

/** The contract version alone, to refuse another version with a sentence. */
const Hello = z.object({ runner: z.object({ contract: z.number() }) });
const contract = RunnerDescription.shape.contract.value;

/** A message, or a sentence that explains why it is invalid. */
export function parseMessage(text: string): FromRunner | string {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		return 'A message of this runner was not JSON.';
	}
	const message = FromRunner.safeParse(data);
	if (message.success && message.data.type !== 'event' && text.length > fixed.runnerWordsBytes)
		return `A runner may send ${fixed.runnerWordsBytes / 1024} kB about itself at once, and this runner sent more.`;
	if (message.success) return message.data;
	const hello = Hello.safeParse(data);
	if (hello.success && hello.data.runner.contract !== contract)
		return `This runner uses version ${hello.data.runner.contract} of the contract, the site version ${contract}. Update the older of the two.`;
	const [issue] = message.error.issues;
	return `The site did not understand a message of this runner (${issue?.path.join('.')}: ${issue?.message}). Run the same version of both.`;
}
