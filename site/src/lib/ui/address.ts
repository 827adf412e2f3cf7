/** Addresses that lead to a place of an exercise or of a kept run. Pure. */
import type { Facts } from '@cyclelab/exercises/schema';

export interface SweptPoint {
	variant: string;
	value: number;
}

/** The parameters of an address, to read. */
export type AddressParams = Pick<URLSearchParams, 'get' | 'has'>;

/** The parameters of an address's part after `?`. */
export const paramsOf = (search: string) => new URLSearchParams(search);

/** Parts that are undefined are taken out of the address; parts that are absent stay as they are. */
interface PlaceInAddress {
	/** Absent for the variant that is shown first. */
	variant?: string | undefined;
	/** A point of a sweep. */
	at?: SweptPoint | undefined;
	/** Without its #. */
	fragment?: string | undefined;
}

export function addressTo(address: string, place: PlaceInAddress): string {
	const next = new URL(address);
	if ('fragment' in place) next.hash = place.fragment ?? '';
	const set = (name: string, value: string | undefined) =>
		value === undefined ? next.searchParams.delete(name) : next.searchParams.set(name, value);
	if ('variant' in place) set('variant', place.variant);
	if ('at' in place) set('at', place.at && `${place.at.variant}:${place.at.value}`);
	return next.href;
}

/** The point that an address names, `at=64` or `at=narrow:64`; without a variant it belongs to the variant in the address. */
export function pointIn(
	search: AddressParams,
	{ baseline, sweep }: Pick<Facts, 'baseline' | 'sweep'>
): SweptPoint | undefined {
	const [, variant, digits] = /^(?:([a-z0-9-]+):)?(\d+)$/.exec(search.get('at') ?? '') ?? [];
	const value = sweep?.values.find((value) => value === Number(digits));
	if (digits === undefined || value === undefined) return undefined;
	return { variant: variant ?? search.get('variant') ?? baseline, value };
}

/** @param path of this site, with a query or without. @param here the page's own address */
export function inWorkshop(path: string, here: { searchParams: AddressParams }): string {
	const code = here.searchParams.get('workshop');
	if (code === null) return path;
	return `${path}${path.includes('?') ? '&' : '?'}workshop=${encodeURIComponent(code)}`;
}
