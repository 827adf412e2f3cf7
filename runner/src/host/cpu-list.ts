/** The kernel's processor lists: "0-3,8" (Linux, Documentation/admin-guide/cputopology.rst). */

/** Their numbers in the order written, each once. */
export function readCpuList(list: string): number[] {
	const numbers = list
		.trim()
		.split(',')
		.filter((range) => range !== '')
		.flatMap((range) => {
			const [first = NaN, last = first] = range.split('-').map(Number);
			return Array.from({ length: last - first + 1 }, (_, i) => first + i);
		});
	return [...new Set(numbers)];
}

/** The shortest list of these numbers. */
export function cpuList(numbers: readonly number[]): string {
	const ranges: [number, number][] = [];
	for (const number of numbers.toSorted((a, b) => a - b)) {
		const open = ranges.at(-1);
		if (open?.[1] === number - 1) open[1] = number;
		else ranges.push([number, number]);
	}
	return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join();
}
