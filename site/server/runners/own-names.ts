/** Names of runners that have the site's own token (RUNNER_TOKEN), which the store does not bind to a name. Pure. */
import type { Connected } from '../runs/connected.ts';
import type { Pass } from './admission.ts';

export const isOwn = ({ token }: Pass): boolean => token === undefined;

/** Whether one of these connections is a runner of this name with the site's own token. */
export const hasOwnToken = (
	open: Iterable<{ pass: Pass; runner: Pick<Connected, 'description'> | undefined }>,
	id: string
): boolean => [...open].some(({ pass, runner }) => isOwn(pass) && runner?.description.id === id);

export const ownNameSentence = (id: string): string =>
	`The name ${id} belongs to a connected runner with the site's own token (RUNNER_TOKEN). Set another RUNNER_ID.`;
