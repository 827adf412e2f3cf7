/** Output of tools, with random damage. */
import fc from 'fast-check';

/** Text that parsers may handle wrongly: terminators, other formats, invalid numbers, control characters. */
const nasty = [
	'',
	'\n',
	'\r\n',
	'\t',
	' ',
	'\0',
	'\ud800',
	'\u202e',
	'\u2028',
	'\u001b[2J',
	'%s',
	'\\',
	'0',
	'-1',
	'1e999',
	'NaN',
	'ffffffffffffffff',
	'80000000000000',
	'9'.repeat(40),
	'0x',
	'+0x',
	'<',
	'>',
	'>:',
	'(',
	')',
	'[',
	']',
	'{',
	'}',
	'"',
	"'",
	':',
	'::',
	'#',
	'//',
	'|',
	'!',
	'@',
	'__proto__',
	'constructor',
	'"__proto__":{"x":1}',
	'null',
	'[[[[',
	'{"a":{"a":{',
	'<unknown>'
];

/** One change: its position (part of the text, 0..1), the length removed, the text inserted, and its repetitions. */
const change = (inserts: readonly string[]) =>
	fc.record({
		at: fc.double({ min: 0, max: 1, noNaN: true }),
		cut: fc.oneof(fc.constant(0), fc.nat(8), fc.nat(400)),
		insert: fc.oneof(fc.constantFrom(...inserts), fc.string({ maxLength: 8 })),
		times: fc.oneof(fc.constant(1), fc.constant(1), fc.nat(40))
	});

/** One of the texts with up to eight changes; inserted text may be a line of any of them. */
export function damaged(seeds: readonly string[]): fc.Arbitrary<string> {
	const lines = seeds.flatMap((seed) => seed.split('\n').slice(0, 200)).map((line) => `${line}\n`);
	const inserts = [...new Set([...nasty, ...lines])];
	return fc
		.tuple(fc.constantFrom(...seeds), fc.array(change(inserts), { maxLength: 8 }))
		.map(([seed, changes]) =>
			changes.reduce((text, { at, cut, insert, times }) => {
				const from = Math.floor(at * text.length);
				return text.slice(0, from) + insert.repeat(times) + text.slice(from + cut);
			}, seed)
		);
}
