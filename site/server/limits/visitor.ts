/** The address whose limits a connection outside Express counts against. Pure. */
import { ipKeyGenerator } from 'express-rate-limit';

/** An IPv4 address, or the network of an IPv6 address, because a client usually has all addresses of its network. */
export function limitedBy(address: string | undefined): string {
	return address === undefined ? 'unknown' : ipKeyGenerator(address);
}

/**
 * A client's address behind a number of trusted proxies, each of which appends its client's address to `X-Forwarded-For`.
 * Text that the client itself wrote there comes before that and is ignored.
 */
export function visitorBehind(
	proxies: number,
	{ peer, forwarded }: { peer: string | undefined; forwarded: string | undefined }
): string | undefined {
	const listed = (forwarded ?? '').split(',').map((address) => address.trim());
	const nearestFirst = [peer, ...listed.filter((address) => address !== '').reverse()];
	return nearestFirst[Math.min(proxies, nearestFirst.length - 1)];
}
