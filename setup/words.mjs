/** The words behind `npm start --`. Pure. */
import { parseArgs } from 'node:util';
import { SetupError } from './say.mjs';

const known = 'Known are --host <address>, --no-install and --without-runner.';

/**
 * @param {string[]} words of the command line
 * @returns {string | undefined} what `--host` names. Throws a SetupError for a word that means nothing here.
 */
export function hostIn(words) {
	try {
		const { values } = parseArgs({
			args: words,
			options: {
				host: { type: 'string' },
				'no-install': { type: 'boolean' },
				'without-runner': { type: 'boolean' }
			}
		});
		return values.host;
	} catch (error) {
		const { code } = /** @type {NodeJS.ErrnoException} */ (error);
		if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
			throw new SetupError('`--host` needs an address: `npm start -- --host 0.0.0.0`.');
		const word = words.find((one) => !/^--(host|no-install|without-runner)\b/.test(one)) ?? '';
		throw new SetupError(
			`\`npm start\` does not know "${word}". ${known} npm keeps options for itself unless they follow two dashes: \`npm start -- --host 0.0.0.0\`.`
		);
	}
}
