import { defineParams } from '@sveltejs/kit/params';
import { isFormat } from '#lib/snapshots/formats.ts';

export const params = defineParams({
	format: (param) => (isFormat(param) ? param : undefined),
	/** An id as the API gives them out; anything else is no address of a kept run's file. */
	snapshot: (param) => (/^[A-Za-z0-9_-]{22}$/.test(param) ? param : undefined)
});
