/** How the numbers were made, and where they come from. */

export const howWords = {
	measuredHow: 'How it was measured',
	clockRead: 'Clock read',
	clockReadAs: (counter: string, gigahertz: string) => `${counter}, ${gigahertz}`,
	ruler: 'Its unit',
	coreClock: 'Core clock',
	drift: (part: string) => `moved by ${part} between the samples used`,
	noiseFloor: 'Noise floor',
	noiseFloorShort: (part: string) => `noise floor ${part}`,
	noiseFloorIs: (part: string, pairs: string) =>
		`${part}: 95 % of ${pairs} of identical code differed by no more`,
	noiseFloorWrong: (wrong: number) =>
		wrong === 0
			? 'none was called faster or slower'
			: `${wrong} ${wrong === 1 ? 'was' : 'were'} wrongly called faster or slower`,
	noiseFloorAt: (date: string) => `last pair ${date}`,
	noiseFloorNone: 'not known yet: too few pairs of identical code were compared',
	samplesHeading: 'Samples',
	processes: (samples: string, processes: string) => `${samples} used, of ${processes}`,
	rejected: (count: string) => `${count} disturbed by the system`,
	setAsideShared: (count: string) => `${count} set aside because the core was shared`,
	sets: 'Cache sets',
	cacheName: (level: number, isData: boolean) => `L${level}${isData ? ' data' : ''}`,
	stride: (name: string, size: string, ways: number, stride: string, isPhysical: boolean) =>
		`${name} ${size}, ${ways} ways: addresses ${stride} apart share a set${isPhysical ? ' (physical addresses)' : ''}`,
	metersHeading: 'What the loop reported, per iteration, unrounded',
	meterValue: (median: string, low: string, high: string) => `${median} (${low} to ${high})`,
	virtualised: 'virtual machine',
	emulated: 'emulated: measures nothing',
	clockBy: 'by calibration',
	provenance: 'Where these numbers come from'
} as const;
