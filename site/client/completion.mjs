/** Scripts that complete commands, options and their values in bash, zsh and fish. Pure. */
import { commands, options } from './commands.mjs';

const names = Object.keys(commands);

/** @param {readonly string[]} names */
const optionsOf = (names) =>
	/** @type {[string, import('./commands.mjs').Option][]} */ (
		[...names, 'help'].map((name) => [name, options[/** @type {'help'} */ (name)]])
	);

/** Options with a fixed list of values, and options that take a file. */
const all = /** @type {[string, import('./commands.mjs').Option][]} */ (Object.entries(options));
const listed = all.filter(([, { words }]) => words);
const files = all.filter(([, { isFile }]) => isFile).map(([name]) => name);
const others = all
	.filter(([, { type, words, isFile }]) => type === 'string' && !words && !isFile)
	.map(([name]) => name);

function bash() {
	return `_cyclelab() {
	local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words=
	COMPREPLY=()
	case $previous in
${listed.map(([name, { words = [] }]) => `\t--${name}) words='${words.join(' ')}' ;;`).join('\n')}
	${files.map((name) => `--${name}`).join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
	${others.map((name) => `--${name}`).join('|')}) return ;;
	*)
		if [ "$COMP_CWORD" -eq 1 ]; then words='${names.join(' ')}'
		else case \${COMP_WORDS[1]} in
${names.map((name) => `\t\t\t${name}) words='${wordsAfter(name).join(' ')}' ;;`).join('\n')}
		esac; fi ;;
	esac
	COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _cyclelab cyclelab
`;
}

/** @param {string} name of a command */
function wordsAfter(name) {
	const { words = [], options: names } = commands[/** @type {'run'} */ (name)];
	const operands = name === 'help' ? names : words;
	return [...operands, ...optionsOf(names).map(([name]) => `--${name}`)];
}

/** A single-quoted word of zsh and fish. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

function zsh() {
	/** @param {[string, import('./commands.mjs').Option]} option */
	const spec = ([name, { about, takes, words, isFile, multiple }]) => {
		// zsh ends a description with a bracket, and a part of a specification with a colon.
		const text = about.replaceAll(/[[\]:\\]/g, '\\$&');
		const value = words ? `:${name}:(${words.join(' ')})` : takes && `:${name}:`;
		return quoted(
			`${multiple ? '*' : ''}--${name}[${text}]${value ?? ''}${isFile ? '_files' : ''}`
		);
	};
	return `#compdef cyclelab
_cyclelab() {
	if (( CURRENT == 2 )); then
		compadd -- ${names.join(' ')}
		return
	fi
	local command=$words[2]
	shift words
	(( CURRENT-- ))
	case $command in
${names
	.map((name) => {
		const { words = [], options: names } = commands[/** @type {'run'} */ (name)];
		const operands = name === 'help' ? names : words;
		const first = operands.length > 0 ? ` '1:word:(${operands.join(' ')})'` : '';
		return `\t${name}) _arguments${first} ${optionsOf(names).map(spec).join(' ')} ;;`;
	})
	.join('\n')}
	esac
}
compdef _cyclelab cyclelab
`;
}

function fish() {
	const lines = [
		'complete -c cyclelab -f',
		...Object.entries(commands).map(
			([name, { about }]) =>
				`complete -c cyclelab -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`
		)
	];
	for (const name of names) {
		const { words = [], options: names } = commands[/** @type {'run'} */ (name)];
		const seen = `-n '__fish_seen_subcommand_from ${name}'`;
		const operands = name === 'help' ? [] : words;
		if (operands.length > 0) lines.push(`complete -c cyclelab ${seen} -a '${operands.join(' ')}'`);
		for (const [option, { type, words: values, isFile, about }] of optionsOf(names)) {
			const value = values ? ` -x -a '${values.join(' ')}'` : isFile ? ' -r -F' : ' -x';
			lines.push(
				`complete -c cyclelab ${seen} -l ${option}${type === 'string' ? value : ''} -d ${quoted(about)}`
			);
		}
	}
	return `${lines.join('\n')}\n`;
}

/** @param {'bash' | 'zsh' | 'fish'} shell */
export const completionOf = (shell) => ({ bash, zsh, fish })[shell]();
