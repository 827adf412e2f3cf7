/** A queue before several equal servers, first come, first served. Pure. */

export type Demand = { atS: number; serviceS: number };

/**
 * Each demand is served by the server that is free first.
 * @param demands in order of arrival
 * @returns seconds from each arrival to the end of its service
 */
export function sojournS(demands: readonly Demand[], servers: number): number[] {
	if (servers < 1) throw new RangeError('A queue needs a server.');
	const freeS = new Float64Array(servers);
	return demands.map(({ atS, serviceS }) => {
		let first = 0;
		for (let at = 1; at < servers; at++) if ((freeS[at] ?? 0) < (freeS[first] ?? 0)) first = at;
		const endS = Math.max(atS, freeS[first] ?? 0) + serviceS;
		freeS[first] = endS;
		return endS - atS;
	});
}

/**
 * The smallest number of servers for which `isEnough` holds of the times in `sojournS`. More servers never make a demand wait
 * longer, so it is found by halving.
 * @param most more than this throws
 */
export function fewestServers(
	demands: readonly Demand[],
	isEnough: (sojourn: readonly number[]) => boolean,
	most: number
): number {
	if (!isEnough(sojournS(demands, most))) throw new RangeError(`${most} servers are not enough.`);
	let [least, enough] = [1, most];
	while (least < enough) {
		const middle = Math.floor((least + enough) / 2);
		if (isEnough(sojournS(demands, middle))) enough = middle;
		else least = middle + 1;
	}
	return enough;
}

/** Arrivals of a Poisson process, whose service times are drawn from those measured. */
export function poisson(
	perS: number,
	durationS: number,
	services: readonly number[],
	random: () => number
): Demand[] {
	const demands: Demand[] = [];
	for (let atS = 0; ;) {
		atS -= Math.log(1 - random()) / perS;
		if (atS >= durationS) return demands;
		demands.push({ atS, serviceS: services[Math.floor(random() * services.length)] ?? NaN });
	}
}
