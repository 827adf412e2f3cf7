/** The page about runners. */

export const runnerWords = {
	runnersHeading: 'Runners',
	runnersText:
		'A runner is a computer that compiles and measures. Every number on this site names the one it comes from.',
	noRunners: 'No runner is connected. The stories can be read; runs wait until one comes.',
	processor: 'Processor',
	identity: 'Identity',
	caches: 'Caches',
	clock: 'Clock',
	clockBy: 'by calibration',
	clockUnknown: 'not calibrated',
	cores: 'Cores',
	system: 'System',
	counters: 'Hardware counters',
	countersYes: 'read beside every measurement',
	countersNo: 'none that can be read',
	virtualised: 'virtual machine',
	measuresHeading: 'Measures',
	inspectsHeading: 'Inspects',
	nothing: 'nothing',
	toolchains: 'Toolchains',
	toolchain: (name: string, version: string, targets: string) =>
		`${name}, version ${version}, for ${targets}`,
	slots: 'Runs at once',
	slotsAre: (slots: number, slow: number) =>
		slow === 0 ? `${slots}` : `${slots}, and ${slow} more whose builds may take a minute (Crystal)`
} as const;
