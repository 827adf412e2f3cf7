import { expect, test } from 'vitest';
import { commands, isCommand } from './commands.mjs';
import { usageOf } from './usage.mjs';

test('the overview has every command, and each help has the options of its command alone', () => {
	for (const name of Object.keys(commands)) {
		expect(usageOf()).toContain(`  cyclelab ${name}`);
		if (!isCommand(name) || name === 'help') continue;
		const shown = [...usageOf(name).matchAll(/^ {2}(?:-h, )?--([a-z-]+)/gm)].map(([, one]) => one);
		expect(shown).toEqual([...commands[name].options, 'help']);
	}
});

test('lines fit a terminal of 100 columns', () => {
	const texts = [undefined, ...Object.keys(commands).filter(isCommand)].map(usageOf);
	const long = texts.flatMap((text) => text.split('\n')).filter((line) => line.length > 100);
	expect(long).toEqual([]);
});
