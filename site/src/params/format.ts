import { formats } from '$lib/snapshots/formats.ts';

export const match = (param: string): boolean => Object.hasOwn(formats, param);
