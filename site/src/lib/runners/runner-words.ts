/** The page about runners. */

export const runnerWords = {
	runnersHeading: 'Runners',
	runnersText:
		'A runner is a computer that compiles and measures. Every number on this site names its runner.',
	noRunners: 'No runner is connected. The stories can be read; runs wait until one comes.',
	addOne: 'How to add one',
	emulatedText:
		'Its sandboxes run under an emulator of another architecture. It compiles, counts and predicts; whatever it timed would say nothing about a processor, so nothing is timed.',
	nothing: 'nothing',

	// the overview
	tableCaption: 'All connected runners',
	runner: 'Runner',
	processor: 'Processor',
	architecture: 'Architecture',
	state: 'State',
	busy: 'Busy',
	waiting: 'Waiting',
	measuresHeading: 'Measures',
	ready: 'ready',
	readyDoubt: 'ready, with a doubt',
	takesNone: 'takes no runs',
	busyOf: (busy: number, slots: number) => `${busy} of ${slots}`,
	waitingRuns: (count: number) => (count === 1 ? '1 run' : `${count} runs`),
	asOf: (time: string) => `As of ${time}; looked up again every few seconds.`,
	lost: (time: string) => `The site does not answer. This is how it was at ${time}.`,

	// state and load
	readySince: (since: string) => `Ready since ${since}.`,
	readyNow: 'Ready.',
	degradedSince: (since: string, reason: string) => `Takes no runs since ${since}: ${reason}`,
	degradedNow: (reason: string) => `Takes no runs: ${reason}`,
	noReason: 'It did not say why.',
	doubt: (reason: string) => `It measures, with a doubt: ${reason}`,
	ago: (moment: string, span: string) => `${moment} (${span})`,
	connectedSince: 'Connected since',
	startedAt: 'Started',
	load: 'Load',
	loadIs: (busy: number, slots: number, slow: number) =>
		`${busy} of ${slots}${slow > 0 ? ` and ${slow} slow` : ''} slots busy`,
	slow: (slow: number) =>
		slow === 0
			? ''
			: slow === 1
				? 'The slow slot takes builds of a minute (Crystal).'
				: 'Slow slots take builds of a minute (Crystal).',
	queue: 'Waiting runs',
	queueIs: (count: number) =>
		count === 0 ? 'none' : `${count}, in lines it takes from; another runner may take them first`,
	core: 'Measuring core',
	cores: { run: 'measures a run', itself: 'measures the runner itself', free: 'free' },
	sandboxes: 'Sandboxes',
	sandboxesAre: (warm: number, taken: number) => `${warm} warm, ${taken} in use`,
	forTools: 'tools',
	forMeasuring: 'measuring',

	// what it is
	whatItIs: 'Processor and system',
	microarchitecture: 'Microarchitecture',
	identity: 'Identity',
	hypervisor: 'Hypervisor',
	isVirtual:
		'yes: it is a virtual machine, and neighbours it does not see may use the same processor',
	isNotVirtual: 'none reported',
	coreCount: 'Cores',
	system: 'Kernel',
	hugePages: 'Huge pages',
	inspectsHeading: 'Inspects',

	// what it found about its host
	host: 'The host’s settings',
	hostGood: 'Nothing unsafe or unfit was found.',
	hostIs: {
		unsafe: (count: number) => `Unsafe: ${count}`,
		unfit: (count: number) => `Unfit for measuring: ${count}`
	},
	hostText: 'As this runner found them when it started. Whoever operates it can change them.',

	// clock and noise
	clock: 'Clock',
	clockNever: 'It has none that is known: it measures nothing.',
	historyNone: 'Nothing is known yet: it calibrates when it has nothing to do.',
	historyOne: (clock: string) => `One calibration so far: ${clock}.`,
	historySteady: (clock: string, part: string, span: string, count: number) =>
		`${clock}, steady within ${part} over ${span} (${count} calibrations).`,
	historyMoved: (least: string, most: string, span: string, count: number) =>
		`It moved between ${least} and ${most} in ${span} (${count} calibrations). Times in nanoseconds moved with it, cycles did not.`,
	chartOf: (id: string, sentence: string) => `Core clock of ${id} over time. ${sentence}`,
	chartUnit: 'GHz',
	chartText:
		'Line: median of a calibration. Band: nine of ten of its samples. Gaps: it was away, or always busy. Times are UTC.',
	calibrationsOf: (id: string) => `Newest calibrations of ${id}`,
	latest: (count: number) => `The last ${count} calibrations as a table`,
	latestOne: 'The calibration as a table',
	at: 'Time (UTC)',
	clockRange: 'Clock, GHz (5 % to 95 %)',
	pair: 'Same code, measured twice',
	noPair: 'measured once',
	pairIs: (kind: string, part: string, range: string) => `${kind}: ${part} (${range})`,
	noiseFloor: 'Noise floor',
	notClaimed: (part: string) => `A difference below ${part} is not claimed here.`,
	floorRests: (pairs: string, wrong: string, at: string) =>
		`95 % of ${pairs} of identical code differed by no more; ${wrong}. Last pair ${at}.`,
	floorUnknown: (part: string) =>
		`Not known yet: too few pairs of identical code were compared. Until then, a difference below ${part} is not claimed.`,

	// caches
	caches: 'Caches',
	cachesCaption: (id: string) => `Caches of ${id}, as reported and as measured`,
	cache: 'Cache',
	reported: 'Reported by the system',
	measured: 'Measured to end',
	loadCost: 'Cycles a load',
	cacheName: (level: number, isData: boolean) => `L${level}${isData ? ' data' : ''}`,
	cacheIs: (size: string, ways?: number) => (ways ? `${size}, ${ways}-way` : size),
	shared: (by: number) => `, shared by ${by} processors`,
	between: (from: string, to: string) => `between ${from} and ${to}`,
	beyond: 'Beyond',
	upTo: (size: string) => `up to ${size}`,
	notReported: 'not reported',
	noStep: 'no clear step there',
	notMeasuredYet: 'not measured yet',
	noCaches: 'This machine reports no caches.',
	cachesYet: 'It measures them when it has had nothing to do for some minutes.',
	cachesHow: (at: string) =>
		`A random chase through ever larger working sets, each load waiting for the previous load. A cost is the median of the sizes up to there, with all that their intervals reach. Measured ${at}.`,
	cachesUnnamed:
		'A step where no cache is reported may be what neighbours leave of a shared cache, or where translations of addresses run out.',
	range: (low: string, high: string) => `${low} to ${high}`,
	unnamed: 'another step',

	// toolchains
	toolchains: 'Toolchains',
	noToolchains: 'None is ready. Their images may still be in the making.',
	toolchain: (name: string, version: string, targets: string) =>
		`${name}, version ${version}, for ${targets}`,

	// images
	imagesHeading: 'Images that differ',
	imagesText:
		'Runners of one architecture have different images here. Another tag: another version of Cyclelab. Another digest under the same tag: the image was built separately, perhaps with other versions of Debian’s packages. Figures of two such runners may come from different code. Published images end it: docs/operating.md, “The same images on every host”.',
	image: 'Image',
	digest: 'Digest',
	noDigest: 'not reported',

	// adding one
	addHeading: 'Add a host',
	addText:
		'Any Linux machine with Docker can be a runner, an arm64 one measures arm64. It connects to this site by itself, so no port of it need be open. The engine’s socket is as good as root there: take a machine that has nothing else to lose.',
	addToken: 'On the site’s host, make a token. It is shown once.',
	addCompose: 'On the new host, with Docker Compose, in a copy of this repository:',
	addNode: 'Or without Compose, with Docker and npm:',
	token: 'the-token',
	name: 'a-name',
	copy: 'Copy',
	copied: 'Copied.',
	notCopied: 'The browser did not allow it. Select the text and copy it.'
} as const;
