/** Images are pushed to a registry and pulled from it by their digests, with Debian's registry and a small image. */
import Docker from 'dockerode';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildImage, contentOf, removeTag } from '../../../images/engine.ts';
import { publish } from '../../../images/publish.ts';
import { openSource, readList, writeList } from '../../../images/source.ts';
import { noRegistry, startRegistry, type Registry } from './registry.ts';

const docker = new Docker();

describe.skipIf(noRegistry !== undefined)(`a registry (skipped: ${noRegistry ?? 'no'})`, () => {
	let registry: Registry;
	let folder: string;
	let list: string;
	/** A small image; its builds differ in the content of a file. */
	let tag: string;
	let said: string[];
	const say = (sentence: string) => void said.push(sentence);

	const build = async (content: string) => {
		await writeFile(join(folder, 'Dockerfile'), 'FROM scratch\nCOPY content /\nCMD ["/content"]\n');
		await writeFile(join(folder, 'content'), content);
		const files = ['Dockerfile', 'content'];
		await buildImage(docker, { tag, folder, files, args: {} }, say);
		return contentOf(docker, tag);
	};
	const push = () =>
		publish(docker, { registry: registry.name, tag, current: new Set([tag]) }, list);
	const open = () => openSource(docker, registry.name, list);
	/** Every name that the engine has for an image of this test; containerd's store adds a digest to each tag. */
	const names = async () => {
		const images = await docker.listImages({ digests: true });
		const all = images.flatMap(({ RepoTags, RepoDigests }) => [
			...(RepoTags ?? []),
			...(RepoDigests ?? [])
		]);
		const [own = ''] = tag.split(':');
		return all.filter(
			(name) => name.includes(own.replace('cyclelab/', '')) && !name.startsWith(`${own}@`)
		);
	};

	beforeAll(async () => {
		registry = await startRegistry();
	});
	afterAll(() => registry.close());
	beforeEach(async () => {
		said = [];
		folder = await mkdtemp(join(tmpdir(), 'cyclelab-push-'));
		list = join(folder, 'digests.json');
		const id = randomBytes(6).toString('hex');
		tag = `cyclelab/test-${id}:${id}`;
	});
	afterEach(async () => {
		await removeTag(docker, tag);
		await rm(folder, { recursive: true });
	});

	test('an image that was pushed is pulled by its digest under its own tag, with the same files', async () => {
		const content = await build('published');
		const manifest = await push();
		expect(manifest).toMatch(/^sha256:[0-9a-f]{64}$/);
		expect(JSON.parse(await readFile(list, 'utf8'))).toEqual({ [tag]: { manifest, content } });
		expect(await names()).toEqual([tag]);
		await removeTag(docker, tag);
		expect([await contentOf(docker, tag), await names()]).toEqual([undefined, []]);

		const source = await open();
		expect(await source.give(tag, 'x86-64', say)).toBe(true);
		expect([await contentOf(docker, tag), await names()]).toEqual([content, [tag]]);
		expect(said.slice(-2)).toEqual([
			`Pulling ${tag} from ${registry.name}.`,
			expect.stringMatching(/^Pulled .* in [\d.]+ s\.$/)
		]);
	});

	test('an image that is not listed, or that the registry does not have, is not given, with a sentence', async () => {
		await build('published');
		await push();
		await removeTag(docker, tag);
		const other = tag.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
		const source = await open();
		expect(await source.give(other, 'x86-64', say)).toBe(false);
		expect(said.at(-1)).toBe(
			`${list} has no digest of ${other}, so ${registry.name} is not asked for it.`
		);

		const known = await readList(list);
		const absent = { manifest: `sha256:${'0'.repeat(64)}`, content: `sha256:${'0'.repeat(64)}` };
		await writeList({ ...known, [other]: absent }, list);
		const longer = await open();
		expect(await longer.give(other, 'x86-64', say)).toBe(false);
		expect(said.at(-1)).toMatch(/ did not give cyclelab\/test-.*(not found|manifest unknown)/);
		// One image that is missing does not keep the others away.
		expect(await longer.give(tag, 'x86-64', say)).toBe(true);
	});

	test('a registry that does not answer is asked once', async () => {
		await build('published');
		await push();
		await removeTag(docker, tag);
		const gone = await startRegistry();
		await gone.close();
		const source = await openSource(docker, gone.name, list);
		expect(await source.give(tag, 'x86-64', say)).toBe(false);
		expect(said.at(-1)).toMatch(/ did not give .*refused/);
		const count = said.length;
		expect(await source.give(tag, 'x86-64', say)).toBe(false);
		expect(said.length).toBe(count);
	});

	test('an image with other files than the published image is replaced, unless a container uses it', async () => {
		const published = await build('published');
		await push();
		const own = await build('built here');
		expect(own).not.toBe(published);
		const ownId = (await docker.getImage(tag).inspect()).Id;
		const container = await docker.createContainer({ Image: tag });
		const source = await open();
		await source.replaceOwn([tag], 'x86-64', say);
		expect(await contentOf(docker, tag)).toBe(own);
		expect(said.at(-1)).toBe(
			`${tag} was built here and differs from the published image. A container uses it: end the runners of this host and start again.`
		);

		await container.remove();
		await source.replaceOwn([tag], 'x86-64', say);
		expect(await contentOf(docker, tag)).toBe(published);
		await expect(docker.getImage(ownId).inspect()).rejects.toThrow('no such image');
		const count = said.length;
		await source.replaceOwn([tag], 'x86-64', say);
		expect(said.length).toBe(count);
	});

	test('a list that is none, and a name that is no registry, are refused with a sentence', async () => {
		await writeFile(list, '{"cyclelab/cc:latest": 1}');
		await expect(open()).rejects.toThrow('is not a list of digests. Make it again with');
		await expect(openSource(docker, 'https://x', list)).rejects.toThrow(
			'IMAGES_FROM: "https://x" is not the name of an image registry.'
		);
	});

	test('the error of a failed push has the registry and the reason, and no name stays in the engine', async () => {
		await build('published');
		const gone = await startRegistry();
		await gone.close();
		const current = new Set([tag]);
		await expect(publish(docker, { registry: gone.name, tag, current }, list)).rejects.toThrow(
			/could not be pushed to .*refused.* Is the registry reachable/
		);
		expect([await names(), await readList(list)]).toEqual([[tag], {}]);
	});
});
