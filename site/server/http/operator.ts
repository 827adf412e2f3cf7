/** Access to the operator's pages `/operate` and `/metrics`. Pure except for the handler at the end. */
import { noStore } from './no-store.ts';
import type { Request, RequestHandler } from 'express';
import type { SiteConfig } from '../base/config.ts';
import { hashOf, isKnown } from '../base/hash.ts';

/** The facts that decide about a request. */
export type Asked = {
	/** Address of the connection's other end. */
	peer: string | undefined;
	headers: Request['headers'];
};

type Settings = Pick<SiteConfig, 'METRICS_TOKEN' | 'ORIGIN' | 'TRUST_PROXY'>;

const loopback = /^(127\.|::1$|::ffff:127\.)/;
const localName = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * With METRICS_TOKEN: requests with the token as bearer or as password. Without it: requests from this machine, unless
 * headers suggest that a proxy forwards them.
 */
export function isOperator(settings: Settings, { peer, headers }: Asked): boolean {
	if (settings.METRICS_TOKEN !== undefined) {
		const given = passwordOf(headers.authorization);
		return given !== undefined && isKnown(given, [hashOf(settings.METRICS_TOKEN)]);
	}
	return (
		settings.ORIGIN === undefined &&
		settings.TRUST_PROXY === 0 &&
		loopback.test(peer ?? '') &&
		localName.test(headers.host ?? '') &&
		!proxyHeaders.some((name) => headers[name] !== undefined)
	);
}

function passwordOf(header: string | undefined): string | undefined {
	const [, scheme = '', value = ''] = /^(\S+) +(\S+)$/.exec(header ?? '') ?? [];
	if (/^bearer$/i.test(scheme)) return value;
	if (!/^basic$/i.test(scheme)) return undefined;
	const pair = Buffer.from(value, 'base64').toString('utf8');
	return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : undefined;
}

/** Passes operators on; returns status 401 with the scheme to others. */
export function operatorsOnly(settings: Settings): RequestHandler {
	return (request, response, next) => {
		response.set(noStore);
		const { headers, socket } = request;
		if (isOperator(settings, { peer: socket.remoteAddress, headers })) return next();
		if (settings.METRICS_TOKEN === undefined)
			response
				.status(403)
				.type('text/plain')
				.send(
					'Only this machine itself may see how the site does. Set METRICS_TOKEN to see it from elsewhere.\n'
				);
		else
			response
				.status(401)
				.set('WWW-Authenticate', 'Basic realm="Cyclelab, for operators", charset="UTF-8"')
				.type('text/plain')
				.send(
					'Only operators may see how the site does. The password is METRICS_TOKEN, with any name.\n'
				);
	};
}
