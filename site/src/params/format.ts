import { formats } from '$lib/snapshot/formats.ts';

export const match = (param: string): boolean => Object.hasOwn(formats, param);
