/** The part `stop`: whatever ends the start, nothing is left. */
import { must, type Check } from '../check.ts';
import { end, leftOf, start, type StopSignal } from '../site.ts';

const endings: StopSignal[] = ['Ctrl+C', 'SIGTERM to npm'];

export const stopChecks: Check[] = endings.map((ending) => ({
	part: 'stop',
	name: `${ending} leaves no process and no container`,
	run: async (machine) => {
		await start(machine, 'learner');
		const before = await leftOf(machine, 'learner');
		must(
			/postgres/.test(before),
			'The search for processes finds the processes of a site.',
			before
		);
		const { left, code } = await end(machine, 'learner', ending);
		must(left === '', 'Nothing is left.', left);
		return `${before.split('\n').length} processes and containers before, none after; exit code ${code}`;
	}
}));
