import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { SentReport } from './lib/server/report-elements.ts';
import type { SiteReads } from '../server/http/reads.ts';

declare global {
	namespace App {
		interface Locals {
			/** The reports of the page. */
			reports?: SentReport[];
		}
		interface Platform {
			/** The request as Node's HTTP server received it; Express has put the site's reads on it. */
			req: IncomingMessage & {
				cyclelab: SiteReads;
				/** Whether the visitor may see the operator's pages. */
				operator: boolean;
				/** The address, or the network, whose limits the request counts against. */
				visitor: string;
				/** How long a shared cache may use a page that is the same for all visitors, s; 0: it may not. */
				edgeSeconds: number;
				/** Express's: the encoding, if the client takes it. */
				acceptsEncodings: (encoding: string) => string | false;
				log: Logger;
			};
		}
	}
}

export {};
