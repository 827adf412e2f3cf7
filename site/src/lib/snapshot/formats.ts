/** The files a kept run can be had as, by the ending of its address. */
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
