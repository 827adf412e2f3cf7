/** Statistics of repeated measurements. */
import { ascending, quantile } from '@cyclelab/contract/measure/statistics';

export type Summary = { n: number; p50: number; p95: number; min: number; max: number };

export function summarise(values: readonly number[]): Summary {
	const sorted = ascending(values);
	const at = (p: number) => quantile(sorted, p);
	return { n: values.length, p50: at(0.5), p95: at(0.95), min: at(0), max: at(1) };
}

export const fixed = (value: number, digits = 1): string => value.toFixed(digits);
export const ratio = (value: number): string => `${value.toFixed(2)}x`;
export const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
export const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
