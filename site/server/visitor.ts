/** Whose limits a connection counts against, where there is no Express to ask. Pure. */
import { ipKeyGenerator } from 'express-rate-limit';

/** An IPv4 address, or the network of an IPv6 one: whoever has one address of it has all. */
export function limitedBy(address: string | undefined): string {
	return address === undefined ? 'unknown' : ipKeyGenerator(address);
}

/**
 * The address a visitor has behind so many proxies that are believed, each of which adds whom it heard from to
 * `X-Forwarded-For`. What a visitor wrote there stands before that and counts for nothing.
 */
export function visitorBehind(
	proxies: number,
	{ peer, forwarded }: { peer: string | undefined; forwarded: string | undefined }
): string | undefined {
	const told = (forwarded ?? '').split(',').map((one) => one.trim());
	const nearestFirst = [peer, ...told.filter((one) => one !== '').reverse()];
	return nearestFirst[Math.min(proxies, nearestFirst.length - 1)];
}
