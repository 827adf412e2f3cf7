/** Shell: which clients may open the WebSocket of runners: with a token, and not too often or too many from one address. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { refused } from '../../shared/checked.ts';
import { fixed, type SiteConfig } from '../base/config.ts';
import { openFailedAttempts } from '../limits/failed-attempts.ts';
import { openHolding, type Requests } from '../limits/limits.ts';
import { limitedBy, visitorBehind } from '../limits/visitor.ts';
import type { Admission, Pass } from './admission.ts';
import { bearerOf } from './tokens.ts';

type UpgradeCheckParts = {
	admission: Admission;
	config: Pick<SiteConfig, 'TRUST_PROXY' | 'RUNNER_CONNECTIONS'>;
	requests: Pick<Requests, 'count'>;
	log: Logger;
};

/**
 * The returned function resolves with the pass of a client that may connect, or answers the client with the reason and
 * resolves with nothing. It rejects if the store does not answer.
 */
export function upgradeCheck({
	admission,
	config,
	requests,
	log
}: UpgradeCheckParts): (request: IncomingMessage, socket: Duplex) => Promise<Pass | undefined> {
	const enter = openHolding(config.RUNNER_CONNECTIONS);
	const rejections = openFailedAttempts({ most: fixed.loggedRejections, everyMs: 60_000 });
	const tokenless = openFailedAttempts({ most: fixed.tokenlessUpgrades, everyMs: 60_000 });

	return async (request, socket) => {
		const address = visitorBehind(config.TRUST_PROXY, {
			peer: request.socket.remoteAddress,
			forwarded: [request.headers['x-forwarded-for'] ?? []].flat().join(',')
		});
		const whose = limitedBy(address);
		const token = bearerOf(request.headers.authorization);
		const seconds = Math.max(
			await requests.count(whose),
			token === undefined ? tokenless.wait(whose) : 0
		);
		if (seconds > 0)
			return turnAway(
				socket,
				'429 Too Many Requests',
				`This address tries to connect too often. Try again in ${seconds} s.`,
				seconds
			);
		if (token === undefined) tokenless.record(whose);
		if (request.url?.split('?')[0] !== '/gateway')
			return turnAway(socket, '404 Not Found', 'There is nothing to connect to here.');
		const admitted =
			token === undefined ? refused('A runner needs a token.') : await admission.admit(token);
		if (!admitted.ok) {
			const { sentence } = admitted;
			// rate-limits this log line for each address
			if (rejections.wait(whose) === 0)
				log.warn({ address, reason: sentence }, 'a runner was turned away');
			rejections.record(whose);
			return turnAway(socket, '401 Unauthorized', sentence);
		}
		const leave = enter(whose);
		if (!leave)
			return turnAway(
				socket,
				'429 Too Many Requests',
				`This address has ${config.RUNNER_CONNECTIONS} runners connected already. Stop one, or raise RUNNER_CONNECTIONS on the site.`
			);
		socket.on('close', leave);
		return admitted.value;
	};
}

/** Answers an upgrade request with an HTTP error. @param retryAfter seconds */
export function turnAway(
	socket: Duplex,
	status: string,
	sentence: string,
	retryAfter?: number
): undefined {
	const length = Buffer.byteLength(sentence);
	// Further data is not read, and the HTTP server's time limits do not apply to an upgraded connection.
	socket.once('finish', () => socket.destroy());
	const again = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`;
	socket.end(
		`HTTP/1.1 ${status}\r\n${again}Content-Type: text/plain\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${sentence}`
	);
}
