/** Flags of the Crystal compiler that a learner may give. Each is one word, so a value follows its `=`. Browser-safe. */
import { alternatives, type FlagRefusal, type FlagRule } from './flag-words.ts';
import { extensions, processorsOf } from './processors.ts';

const processors = ['native', ...processorsOf('crystal-1.14')];
/** Features of a processor, `+` or `-` each. */
const features = extensions.map(({ llvm }) => llvm);
const armFeatures = ['lse', 'neon', 'fullfp16', 'dotprod', 'rdm'];
const armProcessors = [
	'generic',
	'cortex-a55',
	'cortex-a72',
	'cortex-a76',
	'neoverse-n1',
	'neoverse-v1'
];
const levels = ['-O0', '-O1', '-O2', '-O3', '-Os', '-Oz'];
const list = (names: readonly string[]) =>
	new RegExp(`^--mattr=[+-](${alternatives(names)})(,[+-](${alternatives(names)})){0,7}$`);
const featuresSentence = (names: readonly string[]) =>
	`--mattr= takes up to eight of ${names.join(', ')}, each with + or - before it, with commas between`;
const eachFeature = (names: readonly string[]) =>
	names.flatMap((name) => [`--mattr=+${name}`, `--mattr=-${name}`]);
const tuning = {
	stem: '--mcpu',
	purpose: 'instructions that the compiler may use, and whose costs decide'
};

export const crystalFlagRules: readonly FlagRule[] = [
	{
		stem: '--release',
		pattern: /^--release$/,
		sentence: '--release takes no value',
		purpose: 'optimised as one unit',
		examples: ['--release']
	},
	{
		stem: '-O',
		pattern: /^-O[0123sz]$/,
		sentence: `the levels are ${levels.join(', ')}`,
		purpose: 'how much the compiler optimises',
		examples: levels
	},
	{
		...tuning,
		target: 'x86-64',
		pattern: new RegExp(`^--mcpu=(${alternatives(processors)})$`),
		sentence: `--mcpu= takes ${processors.join(', ')}`,
		examples: processors.map((name) => `--mcpu=${name}`)
	},
	{
		stem: '--mattr',
		target: 'x86-64',
		pattern: list(features),
		sentence: featuresSentence(features),
		purpose: 'extensions of the instruction set, used or not',
		examples: eachFeature(features)
	},
	{
		...tuning,
		target: 'arm64',
		pattern: new RegExp(`^--mcpu=(${alternatives(armProcessors)})$`),
		sentence: `--mcpu= takes ${armProcessors.join(', ')}`,
		examples: armProcessors.map((name) => `--mcpu=${name}`)
	},
	{
		stem: '--mattr',
		target: 'arm64',
		pattern: list(armFeatures),
		sentence: featuresSentence(armFeatures),
		purpose: 'extensions of the instruction set, used or not',
		examples: eachFeature(armFeatures)
	},
	{
		stem: '--frame-pointers',
		pattern: /^--frame-pointers=(auto|always|non-leaf)$/,
		sentence: '--frame-pointers= takes auto, always or non-leaf',
		purpose: 'whether functions keep a frame pointer',
		examples: ['auto', 'always', 'non-leaf'].map((value) => `--frame-pointers=${value}`)
	},
	{
		stem: '-D',
		pattern: /^-D[A-Za-z_]\w{0,31}(=[\w.+-]{0,24})?$/,
		sentence:
			'a compile-time flag is -Dname or -Dname=value; a value has letters, digits and . + - _ only',
		purpose: 'a compile-time flag, for flag?(:name)',
		examples: ['-Dpreview_overload_order']
	}
];

/** Flags that are asked for often, and why they are refused. */
export const crystalRefusals: readonly FlagRefusal[] = [
	{ pattern: /^(-d|--(no-)?debug)$/, why: 'line tables are always made' },
	{
		pattern:
			/^(-o|-p|-s|-t|-T|--(emit|link|prelude|cross|target|static|stdin|threads|single|verbose))/,
		why: 'the site decides which files a compiler reads and writes, and what is linked'
	}
];
