import { expect, test } from 'vitest';
import { loadExercises } from './load.ts';
import { untaught } from './taught.ts';

const lesson = (slug: string, explain: string, requires: string[] = []) => ({
	slug,
	explain,
	facts: { requires }
});

test('Foundations uses no term of the manuals before a lesson that it builds on explains it', async () => {
	const { exercises } = await loadExercises();
	const path = exercises.filter(({ facts }) => facts.track === 'foundations');
	expect(path.length).toBe(10);
	expect(untaught(path)).toEqual([]);
});

test('a term that no required lesson explains is named, with the lesson that uses it', () => {
	const first = lesson(
		'first',
		'A _port_ leads to a unit. **Latency, not throughput.** It counts.'
	);
	const second = (requires: string[]) => lesson('second', 'Two ports, one latency.', requires);
	expect(untaught([first, second(['first'])])).toEqual([]);
	expect(untaught([first, second([])])).toEqual(['second: port', 'second: latency']);
	expect(untaught([second([]), first])).toEqual(['second: port', 'second: latency']);
	expect(untaught([lesson('plain', 'A port is taken.')])).toEqual(['plain: port']);
});

test('what an earlier lesson explains is known by way of the lessons between', () => {
	const path = [
		lesson('one', 'The _TLB_ holds translations.'),
		lesson('two', 'Nothing.', ['one']),
		lesson('three', 'A TLB.', ['two'])
	];
	expect(untaught(path)).toEqual([]);
	expect(untaught(path.slice(1))).toEqual(['three: TLB']);
});
