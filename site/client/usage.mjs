/** The texts of `--help`, from the commands and options. Pure. */
import { commands, isCommand, options } from './commands.mjs';

const exits = `Exit status
  0 as claimed, or nothing was asked    1 not so here, contradicted, or not met
  2 wrong usage or refused request      3 the code failed to compile or to run
  4 too noisy, or not measured          5 the site cannot be reached, or lost the run
`;

/** @param {readonly (readonly [string, string])[]} rows */
function columns(rows) {
	const width = Math.max(...rows.map(([first]) => first.length));
	return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`.trimEnd()).join('\n');
}

/** @param {string} name */
const called = (name) =>
	['cyclelab', name, isCommand(name) ? commands[name].operands : ''].filter(Boolean).join(' ');

/** @param {import('./commands.mjs').OptionName} name */
function optionRow(name) {
	/** @type {import('./commands.mjs').Option} */
	const { short, takes, words, multiple, about } = options[name];
	const value = words ? ` ${words.join('|')}` : takes ? ` <${takes}>` : '';
	return /** @type {const} */ ([
		`${short ? `-${short}, ` : ''}--${name}${value}${multiple ? ' ...' : ''}`,
		about
	]);
}

/** All commands in a line each. */
const overview = () => `cyclelab: documented, predicted and measured, from a terminal or a CI job

${columns(Object.entries(commands).map(([name, { about }]) => [called(name), about]))}

"cyclelab <command> --help" prints the options of a command.

${exits}`;

/** @param {import('./commands.mjs').CommandName} [name] a command, else all of them */
export function usageOf(name) {
	if (name === undefined || name === 'help') return overview();
	const { about, options: own } = commands[name];
	const rows = /** @type {const} */ ([...own, 'help']).map(optionRow);
	return `${called(name)}: ${about}

${columns(rows)}

${exits}`;
}
