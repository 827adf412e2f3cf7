/** Flags of the Crystal compiler that a learner may give. Each is one word, so a value follows its `=`. Browser-safe. */
import {
	featuresOf,
	oneOf,
	processorPurpose,
	valueless,
	type FlagRefusal,
	type FlagRule
} from './flag-words.ts';
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
export const crystalFlagRules: readonly FlagRule[] = [
	valueless('--release', 'optimised as one unit'),
	{
		stem: '-O',
		pattern: /^-O[0123sz]$/,
		sentence: `the levels are ${levels.join(', ')}`,
		purpose: 'how much the compiler optimises',
		examples: levels
	},
	{ ...oneOf('--mcpu', processors, processorPurpose), target: 'x86-64' },
	{ ...featuresOf('--mattr', features), target: 'x86-64' },
	{ ...oneOf('--mcpu', armProcessors, processorPurpose), target: 'arm64' },
	{ ...featuresOf('--mattr', armFeatures), target: 'arm64' },
	oneOf(
		'--frame-pointers',
		['auto', 'always', 'non-leaf'],
		'whether functions keep a frame pointer'
	),
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
