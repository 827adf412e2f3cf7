/** Where the site listens, from `--host` of the words behind `npm start --`, HOST and PORT. Pure. */
import { parseArgs } from 'node:util';
import { SetupError } from './say.mjs';

/** The address only this machine can reach. */
const loopbackHost = '127.0.0.1';
const loopback = /^(localhost|127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/i;

/** Addresses that stand for every interface, and the address that reaches a program on this machine which listens on them. */
const everyInterface = new Map([
	['0.0.0.0', '127.0.0.1'],
	['::', '::1']
]);

/**
 * @typedef {object} Place
 * @property {string} host address or name to listen on
 * @property {number} port 1 to 65535
 * @property {boolean} isOpen whether other machines may be able to connect
 * @property {string} url for the browser of whoever started it
 * @property {string} localHost the host through which processes on this machine reach the site
 */

/**
 * @param {string | undefined} option of `--host`, which goes before HOST
 * @param {NodeJS.ProcessEnv} env HOST and PORT; empty ones count as not set
 * @returns {Place} Throws a SetupError if PORT is no port.
 */
export function placeOf(option, env) {
	const host = (option ?? (env.HOST || loopbackHost)).replace(/^\[(.*)\]$/, '$1');
	const port = Number(env.PORT || 3000);
	if (!Number.isInteger(port) || port < 1 || port > 65535)
		throw new SetupError(
			`PORT=${env.PORT} is no port. Give a number from 1 to 65535: \`PORT=3000 npm start\`.`
		);
	const localHost = everyInterface.get(host) ?? host;
	const isUsual = host === loopbackHost || everyInterface.has(host);
	const name = isUsual || host === 'localhost' ? 'localhost' : inUrl(host);
	return {
		host,
		port,
		isOpen: !loopback.test(host),
		url: `http://${name}:${port}`,
		localHost
	};
}

/** A host as an address of the web has it. @param {string} host */
export const inUrl = (host) => (host.includes(':') ? `[${host}]` : host);

/**
 * What listening there means for who can connect, in a sentence or two.
 * @param {Place} place
 * @param {NodeJS.ProcessEnv} env ORIGIN: the site's public address
 */
export function meaningOf({ host, port, isOpen }, env) {
	if (!isOpen)
		return `Only this machine can open it. \`npm start -- --host 0.0.0.0\`, or HOST=0.0.0.0, lets other machines connect.`;
	const origin = env.ORIGIN ? '' : ' Set ORIGIN to the address people use.';
	return `It listens on ${host}: anybody who reaches port ${port} can run code in the sandboxes of this machine.${origin} Read "What an operator must do" in SECURITY.md.`;
}

/**
 * Why nothing can listen there, and what to do.
 * @param {Place} place
 * @param {string} code of the error that `listen` gave, such as EADDRINUSE
 */
export function troubleAt({ host, port }, code) {
	if (code === 'EADDRINUSE')
		return `Port ${port} is taken. Choose another: \`PORT=${port + 1} npm start\`.`;
	if (code === 'EACCES')
		return `This user may not listen on port ${port}. Choose one from 1024 on: \`PORT=3000 npm start\`.`;
	if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'].includes(code))
		return `This machine has no address "${host}" to listen on. Give --host (or HOST) 127.0.0.1 for this machine alone, 0.0.0.0 for every network, or the address of one of its network interfaces.`;
	return `Nothing can listen on ${host}, port ${port} (${code}). Try another --host or PORT.`;
}

const known = 'Known are --host <address>, --no-install, --without-runner and --dedicated-host.';

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
				'without-runner': { type: 'boolean' },
				'dedicated-host': { type: 'boolean' }
			}
		});
		return values.host;
	} catch (error) {
		const { code } = /** @type {NodeJS.ErrnoException} */ (error);
		if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
			throw new SetupError('`--host` needs an address: `npm start -- --host 0.0.0.0`.');
		const word =
			words.find((word) => !/^--(host|no-install|without-runner|dedicated-host)\b/.test(word)) ??
			'';
		throw new SetupError(
			`\`npm start\` does not know "${word}". ${known} npm keeps options for itself unless they follow two dashes: \`npm start -- --host 0.0.0.0\`.`
		);
	}
}
