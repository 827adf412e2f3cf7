/**
 * Records the output of llvm-mca and OSACA for the loops in `runner/fixtures/predict/loops.json`, with the commands of
 * `runner/src/inspect`, in plain containers of the image `osaca`. Run by hand after a change of a command or a tool, then
 * read the difference: node_modules/.bin/node tests/integration/record/predict.ts
 */
import { imageTag } from '@cyclelab/images/build';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	loop,
	loopNames,
	microarchitectureOf,
	targetOf
} from '../../../runner/fixtures/predict/loops.ts';
import { bottleneckCommand, timelineCommand } from '../../../runner/src/inspect/mca-views.ts';
import { leadingModel } from '../../../runner/src/inspect/models.ts';
import {
	architectureFor,
	arm64Lines,
	attCommand,
	osacaCommand,
	readAtt
} from '../../../runner/src/inspect/osaca.ts';
import type { Command } from '../../../runner/src/sandbox/command.ts';
import { opinionLimits, stepLimits } from '../../../runner/src/sandbox/limits.ts';
import { ended } from '../../../runner/fixtures/outputs.ts';

const image = await imageTag('osaca');
const folder = join(import.meta.dirname, '../../../runner/fixtures/predict');

function run({ argv, env, stdin = '' }: Command): Buffer {
	const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
	const options = ['--rm', '--interactive', '--network', 'none', ...variables];
	const { stdout, stderr, status } = spawnSync('docker', ['run', ...options, image, ...argv], {
		input: stdin
	});
	// OSACA exits with an error for some unknown instructions, after it printed its table.
	if (status !== 0 && stdout.length === 0)
		throw new Error(`${argv.join(' ')}: ${stderr.toString()}`);
	return stdout;
}

for (const name of loopNames) {
	const [path, target, microarchitecture] = [loop(name), targetOf(name), microarchitectureOf(name)];
	const leader = leadingModel(microarchitecture, target);
	if (!leader) throw new Error(`no model for ${microarchitecture}`);
	mkdirSync(join(folder, name), { recursive: true });
	const keep = (file: string, text: Buffer) => writeFileSync(join(folder, name, file), text);
	keep('timeline.json', run(timelineCommand(path, leader.model, stepLimits.predict)));
	keep('bottlenecks.txt', run(bottleneckCommand(path, leader.model, stepLimits.predict)));

	const known = architectureFor(microarchitecture, target);
	if (!known) continue;
	const { instructions } = path;
	const printed =
		target === 'x86-64' ? run(attCommand(instructions, known.model, opinionLimits)) : undefined;
	if (printed) keep('att.json', printed);
	const written = printed
		? readAtt(ended({ stdout: printed }), instructions, known.model)
		: arm64Lines(instructions);
	if ('refusal' in written) throw new Error(written.refusal);
	keep('osaca.txt', run(osacaCommand(written.lines, known.architecture, target, opinionLimits)));
}
