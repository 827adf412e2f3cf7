/** Runs the supervisor's Go tests with the Go version that compiles it: the first stage of its image's Dockerfile. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureImages, ownPlatform } from '@cyclelab/images/build';
import Docker from 'dockerode';
import { expect, onTestFinished, test } from 'vitest';
import { buildImage, removeTag } from '../../../images/engine.ts';
import { folderOf, readIngredients } from '../../../images/ingredients.ts';
import { platformArguments } from '../../../images/recipes.ts';
import { inContainer } from './in-container.ts';

const docker = new Docker();
const folder = folderOf('base');
/** With the option by which the image compiled the standard packages, which are otherwise compiled again. */
const script = 'cd supervisor && go vet -trimpath . && go test -trimpath -vet=off -v .';

test('the supervisor passes its tests and go vet', { timeout: 600_000 }, async () => {
	await ensureImages({ docker, names: ['base'], onProgress: console.log });
	const own = (await readdir(join(folder, 'supervisor'))).filter((file) => /_test\.go$/.test(file));
	const texts = await Promise.all(
		own.map((file) => readFile(join(folder, 'supervisor', file), 'utf8'))
	);
	const tests = texts.flatMap((text) =>
		[...text.matchAll(/^func (Test\w+)/gm)].map(([, name]) => name)
	);
	const files = [
		...(await readIngredients('base')).map(({ path }) => path),
		...own.map((file) => `supervisor/${file}`)
	];
	const tag = `cyclelab/supervisor-tests:${randomUUID()}`;
	onTestFinished(() => removeTag(docker, tag));
	const args = platformArguments(ownPlatform, ownPlatform);
	await buildImage(docker, { tag, folder, files, args, target: 'supervisor' }, console.log);
	const { status, stdout, stderr } = await inContainer(docker, tag, ['sh', '-c', script]);
	const passed = [...stdout.matchAll(/^--- PASS: (\w+)/gm)].map(([, name]) => name);
	expect({ status, stderr, passed: passed.sort() }, stdout).toEqual({
		status: 0,
		stderr: '',
		passed: tests.sort()
	});
	expect(tests).not.toEqual([]);
});
