import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
	contentDigest,
	credentialsIn,
	engineWords,
	placeIn,
	PublishedList,
	registryFault,
	withPublished
} from './published.ts';

const digest = (digit: string) => `sha256:${digit.repeat(64)}`;
const entry = (digit: string) => ({ manifest: digest(digit), content: digest(digit) });
const [old, cc, go] = [
	'cyclelab/cc:00000000000a',
	'cyclelab/cc:00000000000b',
	'cyclelab/go-arm64:00000000000c'
] as const;

test('the digest of the files is the chain ID of the layers, so order and every layer count', () => {
	const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
	const [a, b, c] = [digest('a'), digest('b'), digest('c')] as const;
	expect(contentDigest([a])).toBe(a);
	expect(contentDigest([a, b])).toBe(hash(`${a} ${b}`));
	expect(contentDigest([a, b, c])).toBe(hash(`${hash(`${a} ${b}`)} ${c}`));
	expect(contentDigest([b, a])).not.toBe(contentDigest([a, b]));
});

test('a registry is named as Docker names it', () => {
	const good = [
		'localhost:5000',
		'127.0.0.1:5000',
		'ghcr.io/owner',
		'registry.example/a/b',
		'owner'
	];
	expect(good.map(registryFault)).toEqual(good.map(() => undefined));
	const bad = ['https://ghcr.io', 'localhost:5000/', 'Owner', '', 'a b', 'host:port', '--platform'];
	for (const name of bad)
		expect(registryFault(name)).toBe(
			`"${name}" is not the name of an image registry. Write host, host:port or host/path in lower case, without https://, for example localhost:5000 or ghcr.io/owner.`
		);
});

test('an image has a flat name in a registry, and its tag', () => {
	expect(placeIn('ghcr.io/owner', go)).toEqual({
		repository: 'ghcr.io/owner/cyclelab-go-arm64',
		tag: '00000000000c'
	});
});

describe('the list of digests', () => {
	test('keeps what is current and drops other versions, sorted by tag', () => {
		const list = { [go]: entry('1'), [old]: entry('2') };
		const longer = withPublished(list, new Set([go, cc]), [cc, entry('3')]);
		expect(Object.entries(longer)).toEqual([
			[cc, entry('3')],
			[go, entry('1')]
		]);
		expect(withPublished(longer, new Set([go, cc]), [cc, entry('4')])[cc]).toEqual(entry('4'));
	});

	test('has digests under tags of ours, and nothing else', () => {
		const isList = (value: unknown) => PublishedList.safeParse(value).success;
		expect([
			isList({}),
			isList({ [cc]: entry('1') }),
			isList({ [cc]: { ...entry('1'), manifest: 'latest' } }),
			isList({ [cc]: { manifest: digest('1') } }),
			isList({ 'debian:trixie-slim': entry('1') }),
			isList([])
		]).toEqual([true, true, false, false, false, false]);
	});
});

test('the credentials of a registry are found, also for Docker Hub', () => {
	const auth = (text: string) => ({ auth: Buffer.from(text).toString('base64') });
	const file = {
		auths: {
			'ghcr.io': auth('me:secret:with:colons'),
			'https://index.docker.io/v1/': auth('you:token'),
			'empty.example': {}
		}
	};
	expect(credentialsIn(file, 'ghcr.io/owner')).toEqual({
		username: 'me',
		password: 'secret:with:colons',
		serveraddress: 'ghcr.io'
	});
	expect(credentialsIn(file, 'owner')?.username).toBe('you');
	expect(credentialsIn(file, 'docker.io/owner')?.username).toBe('you');
	for (const [given, registry] of [
		[file, 'localhost:5000'],
		[file, 'empty.example'],
		[{}, 'ghcr.io'],
		['no object', 'ghcr.io']
	] as const)
		expect(credentialsIn(given, registry)).toBeUndefined();
});

test("the engine's words are one line without its client's preface", () => {
	const said =
		'(HTTP code 500) server error - Get "http://localhost:5000/v2/": dial tcp 127.0.0.1:5000: connect: connection refused \n more';
	expect(engineWords(new Error(said))).toBe(
		'Get "http://localhost:5000/v2/": dial tcp 127.0.0.1:5000: connect: connection refused '.trim()
	);
	const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
	expect(
		engineWords(new Error(`failed to resolve "x@${digest}": Head "x/${digest}": refused`))
	).toBe('failed to resolve "x@sha256:0123456789ab…": Head "x/sha256:0123456789ab…": refused');
	expect(engineWords('x'.repeat(1000))).toHaveLength(300);
});
