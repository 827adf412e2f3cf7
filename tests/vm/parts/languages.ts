/** The part `languages`: an exercise in each language, by the command-line client, which uses the API as any client does. */
import { Language } from '@cyclelab/exercises/schema';
import { Report } from '@cyclelab/contract/schema/report';
import { status } from '../../../site/client/status.mjs';
import { must, type Check } from '../check.ts';
import type { VirtualMachine } from '../machine.ts';
import { start } from '../site.ts';

const exercise = 'what-is-a-cycle';
const variant = 'add';
/** By the machine's clock, s: of the runner, to find the images of all languages, and of a run. */
const readySeconds = 600;
const runSeconds = 1200;

/** The client's exit statuses with a report, which describes a failure in more words. */
const withReport: readonly number[] = [status.good, status.failed, status.noVerdict];

const whenReady = (language: string) => `for i in $(seq ${readySeconds}); do
	curl -s http://127.0.0.1:3000/api/runners | grep -q '"language":"${language}"' && break
	sleep 1
done`;

const run = (language: string) => `cd ~/cyclelab
node site/client/cyclelab.mjs run ${exercise} --variant ${variant} --language ${language} --timeout ${runSeconds} --json > ~/report.json`;

export const languageChecks: Check[] = Language.options.map((language) => ({
	part: 'languages',
	name: `an exercise in ${language} is compiled, counted, predicted and measured`,
	// The clock counts the instructions of all processors, so each of two counts at once would be charged for both.
	...(language === 'cs' && { processors: 1 }),
	run: async (machine) => {
		await start(machine, 'learner');
		return runExercise(machine, language);
	}
}));

/** Runs an exercise on the started site. @returns what its report has, in a few words. Rejects if it is not whole */
export async function runExercise(machine: VirtualMachine, language: Language): Promise<string> {
	const { code, output } = await machine.run('learner', `${whenReady(language)}\n${run(language)}`);
	must(withReport.includes(code), 'The run is finished.', output);
	const report = Report.parse(JSON.parse(await machine.read('learner', '~/report.json')));
	const one = report.variants.find(({ id }) => id === variant);
	const failure = report.failure ?? one?.failure ?? one?.points[0]?.failure;
	const { instructionsPerIteration, hotLoop } = one ?? {};
	const samples = one?.points[0]?.measured?.samples;
	const found = { instructionsPerIteration, hotLoop: hotLoop !== undefined, samples, failure };
	must(found.hotLoop && samples !== undefined && !failure, 'The report is whole.', found);
	return JSON.stringify(found);
}
