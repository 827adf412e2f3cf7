/** Names that a kernel's file defines or may call, by language: for completion and hover in the editor. Pure. */
import type { Language } from '@cyclelab/exercises/schema';

export interface KnownName {
	/** The last part, which is looked for. */
	name: string;
	/** What completes it. */
	insert: string;
	signature: string;
	/** Sentences. */
	says: string;
}

const says = {
	kernel:
		'A run measures it: it makes as many iterations as it is asked for, and returns a value that depends on all of them.',
	setup:
		'Optional. Called once, untimed, before the first call of the kernel: fills data from the seed.',
	parameter: 'The value of a parameter of this run; `fallback` if the run has none of that name.',
	meter:
		'Adds to one of the exercise’s meters. Call it once at the end of the kernel, with what all its iterations cost.',
	cores:
		'Cores of this measurement: 1, unless the exercise asks for more, and always 1 while instructions are counted.',
	stay: 'Keeps the calling thread on one of the cores: 0 is the core on which the kernel is called.'
};

type Entry = [about: keyof typeof says, insert: string, signature: string];

const c: Entry[] = [
	['kernel', 'kernel', 'uint64_t kernel(uint64_t iterations)'],
	['setup', 'setup', 'void setup(uint64_t seed)'],
	[
		'parameter',
		'cyclelab_parameter',
		'uint64_t cyclelab_parameter(const char *name, uint64_t fallback)'
	],
	['meter', 'cyclelab_meter', 'void cyclelab_meter(const char *id, uint64_t amount)'],
	['cores', 'cyclelab_cores', 'unsigned cyclelab_cores(void)'],
	['stay', 'cyclelab_stay', 'void cyclelab_stay(unsigned core)']
];

const entries: Record<Language, Entry[]> = {
	c,
	cpp: c,
	rs: [
		['kernel', 'kernel', 'pub extern "C" fn kernel(iterations: u64) -> u64'],
		['setup', 'setup', 'pub extern "C" fn setup(seed: u64)'],
		['parameter', 'cyclelab::parameter', 'fn parameter(name: &str, fallback: u64) -> u64'],
		['meter', 'cyclelab::meter', 'fn meter(id: &str, amount: u64)'],
		['cores', 'cyclelab::cores', 'fn cores() -> u32'],
		['stay', 'cyclelab::stay', 'fn stay(core: u32)']
	],
	go: [
		['kernel', 'kernel', 'func kernel(iterations uint64) uint64'],
		['setup', 'cyclelab.OnSetup', 'func OnSetup(fill func(seed uint64))'],
		['parameter', 'cyclelab.Parameter', 'func Parameter(name string, fallback uint64) uint64'],
		['meter', 'cyclelab.Meter', 'func Meter(id string, amount uint64)']
	],
	cs: [
		['kernel', 'Run', 'public static ulong Run(ulong iterations)'],
		['setup', 'Setup', 'public static void Setup(ulong seed)'],
		['parameter', 'Cyclelab.Parameter', 'ulong Parameter(string name, ulong fallback)'],
		['meter', 'Cyclelab.Meter', 'void Meter(string id, ulong amount)'],
		['cores', 'Cyclelab.Cores', 'uint Cores'],
		['stay', 'Cyclelab.Stay', 'void Stay(uint core)']
	],
	cr: [
		['kernel', 'kernel', 'fun kernel(iterations : UInt64) : UInt64'],
		['setup', 'setup', 'fun setup(seed : UInt64) : Void'],
		['parameter', 'Cyclelab.parameter', 'def parameter(name : String, fallback : Int) : UInt64'],
		['meter', 'Cyclelab.meter', 'def meter(id : String, amount : UInt64)']
	]
};

export const harnessNames = (language: Language): KnownName[] =>
	entries[language].map(([about, insert, signature]) => ({
		name: insert.split(/::|\./).at(-1) ?? insert,
		insert,
		signature,
		says: says[about]
	}));

/** The name at a word. In languages with packages it is the harness's only behind the package, or if the file defines it. */
export function knownAt(word: string, before: string, language: Language): KnownName | undefined {
	return harnessNames(language).find(
		({ name, insert }) => name === word && before.endsWith(insert.slice(0, -name.length))
	);
}

/** Shorter words are typed as quickly as chosen. */
const shortest = 4;
const mostWords = 400;

/** The file's other words, the nearest to the cursor first. */
export function wordsAround(text: string, offset: number): string[] {
	const distances = new Map<string, number>();
	for (const { 0: word, index } of text.matchAll(/[A-Za-z_]\w*/g)) {
		const isTyped = index < offset && offset <= index + word.length;
		if (word.length < shortest || isTyped) continue;
		const distance = Math.abs(index - offset);
		distances.set(word, Math.min(distance, distances.get(word) ?? Infinity));
	}
	return [...distances]
		.toSorted(([, one], [, other]) => one - other)
		.slice(0, mostWords)
		.map(([word]) => word);
}
