/** Made-up reports: what a runner would send if two places had the costs that a test gives. Pure. */
import type { CodeClaim, Facts, Place } from '../../exercises/src/schema.ts';
import { interval, measured, point, report } from '@cyclelab/contract/fixtures/examples';
import type { JudgedReport } from '@cyclelab/contract/measure/verdict';

/** Cost of the place that claims compare with, in the measure's unit. */
const comparedWith = 100;

/** Names of measures that are not meters. */
const isMeter = (measure: string) => measure !== 'time' && measure !== 'instructions';

/**
 * A report in which `of` costs `ratio` times as much as `to`, by a claim's measure, with intervals of 0.4 %.
 * @param claim of told facts: its places name rows
 */
export function reportWithRatio(
	claim: { of: Place; to: Place; measure: string },
	ratio: number
): JudgedReport {
	const cost = (place: Place, amount: number) => ({
		...point(
			claim.measure === 'time'
				? measured(amount)
				: {
						...measured(comparedWith),
						...(isMeter(claim.measure) ? { meters: { [claim.measure]: interval(amount) } } : {})
					}
		),
		parameters: place.parameters
	});
	const amounts: [Place, number][] = [
		[claim.of, comparedWith * ratio],
		[claim.to, comparedWith]
	];
	const ids = [...new Set(amounts.map(([{ variant }]) => variant))];
	const empty = report(
		Object.fromEntries(
			ids.map((id) => [
				id,
				amounts
					.filter(([{ variant }]) => variant === id)
					.map(([place, amount]) => cost(place, amount))
			])
		)
	);
	return {
		...empty,
		variants: empty.variants.map((variant) => {
			const amount = amounts.find(([place]) => place.variant === variant.id)?.[1];
			return amount === undefined ? variant : { ...variant, instructionsPerIteration: amount };
		})
	};
}

/** A report in which the hot loop and all code of a claim's variant are these instructions. */
export function reportWithCode({ of, target }: CodeClaim, texts: readonly string[]): JudgedReport {
	const instructions = texts.map((text, i) => ({ address: `0x${(4096 + i).toString(16)}`, text }));
	const empty = report({ [of.variant]: [point(measured(comparedWith))] }, { target });
	return {
		...empty,
		variants: empty.variants.map((variant) => ({
			...variant,
			functions: [{ symbol: 'kernel', address: '0x1000', instructions }],
			hotLoop: {
				symbol: 'kernel',
				instructions,
				share: 1,
				pathCoverage: 1,
				sourceIterations: 1,
				badges: []
			}
		}))
	};
}

/** The ratios of a document's figures for the two places of a claim, one for each machine that has both. */
export function documentedRatios(
	{ documented, machines }: Facts,
	claim: { of: Place; to: Place; measure: string }
): number[] {
	const figure = (machine: string, place: Place) => {
		const found = documented.find(
			(point) =>
				point.machine === machine &&
				point.variant === place.variant &&
				JSON.stringify(point.parameters) === JSON.stringify(place.parameters) &&
				(isMeter(claim.measure) ? point.meter?.id === claim.measure : point.meter === undefined)
		);
		return isMeter(claim.measure)
			? found?.meter?.perIteration
			: (found?.cyclesPerIteration ?? found?.nsPerIteration);
	};
	if (claim.measure === 'instructions') return [];
	return machines.flatMap(({ id }) => {
		const [of, to] = [figure(id, claim.of), figure(id, claim.to)];
		return of && to ? [of / to] : [];
	});
}
