/**
 * Claims that follow from arithmetic alone, whatever a machine does: of a place beside itself, of bounds that other claims of the
 * exercise already give together, and of how often a sweep lets the same code run. Pure.
 */
import type { Claim, Facts, Place } from '../../exercises/src/schema.ts';

/** The faults of a claim in that regard, each as a sentence for its author. */
export function arithmeticIn(facts: Facts, claim: Claim): string[] {
	if (nodeOf(claim.of) === nodeOf(claim.to))
		return ['it compares a place with itself, whose ratio is 1 on every machine'];
	return [...impliedBy(facts, claim), ...onlyRepeats(facts, claim)];
}

const nodeOf = ({ variant, parameters }: Place) =>
	[variant, ...Object.entries(parameters).sort().flat()].join(' ');

/** A claim's bounds as the least ratio of the place `to` to the place `from`, and the claims that give it. */
type Bound = { from: string; to: string; atLeast: number; claims: readonly string[] };

function boundsOf({ id, of, to, atLeast, atMost }: Claim): Bound[] {
	const claims = [id];
	return [
		...(atLeast ? [{ from: nodeOf(to), to: nodeOf(of), atLeast, claims }] : []),
		...(atMost ? [{ from: nodeOf(of), to: nodeOf(to), atLeast: 1 / atMost, claims }] : [])
	];
}

/** Bounds are products of numbers with two or three digits, and equal ones may differ by what a product rounds. */
const rounding = 1e-9;

/**
 * Other claims by the same measure, two or more, whose bounds multiply to this claim's: where a is twice b, and b is three
 * times c, a claim that a is at least five times c needs no measurement. Of one pair of places there may be several claims, a
 * weak one for most machines and a strong one: one follows from the other, but not where the strong one fails.
 */
function impliedBy(facts: Facts, claim: Claim): string[] {
	const others = facts.claims.filter(
		(other) =>
			other.id !== claim.id && other.measure === claim.measure && !sameCondition(other, claim)
	);
	const bounds = others.flatMap(boundsOf);
	const found = boundsOf(claim).map(({ from, to, atLeast }) => {
		const best = bestBound(bounds, from, to);
		return best && best.atLeast >= atLeast * (1 - rounding) ? best.claims : undefined;
	});
	const premises = [...new Set(found.flatMap((premise) => premise ?? []))];
	return found.includes(undefined) || premises.length === 0
		? []
		: [`it follows from ${premises.join(' and ')}: leave it out, or claim what these do not give`];
}

const sameCondition = (a: Claim, b: Claim) => {
	const [one, other] = [a, b].map(({ of, to }) => [nodeOf(of), nodeOf(to)].sort().join('/'));
	return one === other;
};

/** The greatest product of bounds on a way from one place to another that visits no place twice. */
function bestBound(bounds: readonly Bound[], from: string, to: string): Bound | undefined {
	let best: Bound | undefined;
	const go = (at: Bound, visited: readonly string[]): void => {
		if (at.to === to) {
			if (!best || at.atLeast > best.atLeast) best = at;
			return;
		}
		for (const next of bounds)
			if (next.from === at.to && !visited.includes(next.to))
				go(
					{
						from,
						to: next.to,
						atLeast: at.atLeast * next.atLeast,
						claims: [...at.claims, ...next.claims]
					},
					[...visited, next.to]
				);
	};
	go({ from, to: from, atLeast: 1, claims: [] }, [from]);
	return best;
}

/**
 * Where a sweep's value decides how much an iteration executes, the ratio of two of its values follows from how often the
 * same code runs, unless something else could come out: a claim of a difference declares that with `ifWrong`.
 */
function onlyRepeats({ sweep }: Facts, { of, to, effect, ifWrong, ...bounds }: Claim): string[] {
	const name = sweep?.changesWork ? sweep.name : undefined;
	if (name === undefined || of.variant !== to.variant) return [];
	if (of.parameters[name] === to.parameters[name]) return [];
	const { atLeast = 0, atMost = Infinity } = bounds;
	if (!ifWrong)
		return [
			`its places execute different amounts of the same code, so their ratio is a sum: add ifWrong, the ratio that a reader expects who has the sum wrong`
		];
	return ifWrong.ratio >= atLeast && ifWrong.ratio <= atMost
		? [
				`it holds at ${ifWrong.ratio} as well, what a reader expects who has the sum wrong${effect ? `, not only at ${effect.ratio}` : ''}`
			]
		: [];
}
