/** Shell: the pages, as Express middleware: SvelteKit's own server as it was built, or Vite's for developing. */
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RequestHandler } from 'express';

/** Port on which Vite notifies browsers of changed files; `vite.config.ts` allows pages to connect to it. */
const changesPort = Number(process.env['CYCLELAB_CHANGES_PORT'] ?? 24_678);

/**
 * SvelteKit's own server. It reads the visitor's address, and protocol and host of the site, from headers that Express sets.
 * @param base path of the site's address, or nothing
 * @returns undefined if it is not built
 */
export async function builtPages(base = ''): Promise<RequestHandler | undefined> {
	const file = new URL('../../build/handler.js', import.meta.url);
	if (!fs.existsSync(file)) return undefined;
	process.env['PROTOCOL_HEADER'] = 'x-cyclelab-protocol';
	process.env['ADDRESS_HEADER'] = 'x-cyclelab-address';
	process.env['HOST_HEADER'] = 'x-cyclelab-host';
	process.env['CYCLELAB_BASE'] = base;
	const built: { handler: RequestHandler } = await import(file.href);
	return built.handler;
}

/**
 * Pages compiled on request from `site/src`; a browser that shows one receives changes (`npm run dev`). Vite's server has no
 * place for the request that Express prepared, so `vite.config.ts` finds it in the store that this function sets.
 */
export async function changingPages(): Promise<RequestHandler> {
	process.env['CYCLELAB_CHANGES_PORT'] = `${changesPort}`;
	const requests = new AsyncLocalStorage<{ req: unknown }>();
	Object.assign(globalThis, { cyclelabRequests: requests });
	const { createServer } = await import('vite');
	const root = fileURLToPath(new URL('../..', import.meta.url));
	// adapter-node reads package.json there and takes no other place.
	process.chdir(root);
	const vite = await createServer({
		root,
		appType: 'custom',
		server: { middlewareMode: true, hmr: { port: changesPort, host: '127.0.0.1' } }
	});
	return (request, response, next) =>
		requests.run({ req: request }, () => vite.middlewares(request, response, next));
}
