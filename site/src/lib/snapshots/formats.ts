/** The formats of a snapshot's files, by the ending of the address, and the picture's size. */
export const formats = {
	md: 'text/markdown; charset=utf-8',
	txt: 'text/plain; charset=utf-8',
	json: 'application/json',
	csv: 'text/csv; charset=utf-8',
	svg: 'image/svg+xml; charset=utf-8',
	png: 'image/png'
} as const;
export type Format = keyof typeof formats;

export const isFormat = (name: string): name is Format => Object.hasOwn(formats, name);

/** In the picture's units, in the proportion that link previews need: 1.91 to 1. */
export const pictureSize = { width: 600, height: 315 } as const;
