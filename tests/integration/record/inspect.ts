/**
 * Records the tools' output for `runner/fixtures/kernels`, with the commands of `runner/src/inspect`, in a plain
 * container of the `cc` image. Files: runner/fixtures/inspect/[arm64/]<compiler>/<kernel>/. Run by hand after a change of a command
 * or of the toolchain, then read the difference:
 *   node_modules/.bin/node tests/integration/record/inspect.ts [kernel ...]
 */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Target } from '@cyclelab/exercises/schema';
import { countCommand } from '../../../runner/src/inspect/count.ts';
import { disassembleCommand, readDisassembly } from '../../../runner/src/inspect/disassemble.ts';
import { candidatePaths } from '../../../runner/src/inspect/candidate-paths.ts';
import { isaOf } from '../../../runner/src/inspect/isa-of.ts';
import { modelOf } from '../../../runner/src/inspect/models.ts';
import { predictCommand } from '../../../runner/src/inspect/predict.ts';
import { symbolizeCommand } from '../../../runner/src/inspect/symbolize.ts';
import { compileCommand, type CcBuild } from '../../../runner/src/toolchains/cc-compile.ts';
import { linkCommand } from '../../../runner/src/toolchains/cc-link.ts';
import { countsName, programName } from '../../../runner/src/toolchains/names.ts';
import type { Command, Output } from '../../../runner/src/sandbox/command.ts';
import { stepLimits } from '../../../runner/src/sandbox/limits.ts';
import { standingContainer } from '../sandbox/standing-container.ts';
import { poolOf } from '../toolchains/pool.ts';

const fixtures = join(import.meta.dirname, '../../../runner/fixtures');
const folder = mkdtempSync(join(tmpdir(), 'cyclelab-record-'));
const container = await standingContainer(['--volume', `${folder}:/step`]);

/** The supervisor writes the counts, so they need a sandbox. */
const pool = await poolOf('cc');
const sandbox = await pool.take('tools', 'cc');

/** Input and output folder are one, so that the next step finds every artifact. */
function run(command: Command): Output {
	for (const [name, text] of Object.entries(command.files ?? {}))
		writeFileSync(join(folder, name), text);
	const argv = command.argv.map((word) =>
		word.replaceAll('{in}', '/step').replaceAll('{out}', '/step')
	);
	return container.run(argv, { env: command.env, stdin: command.stdin ?? '' });
}

const inForce = { wallMs: 0, cpuSeconds: 0, fileMiB: 0, outputKiB: 0, memoryMiB: 0 };
/** Recorded with pressure per instruction and with aliasing; the other kernels with totals only. */
const detailed = new Set(['bytes', 'straight']);
/** Recorded for arm64 too, up to the counts. */
const onArm64 = new Set(
	'branchy calls chase deleted divide entries locked nested part retry switch'.split(' ')
);
const wanted = process.argv.slice(2);
const compilers: CcBuild['compiler'][] = ['clang-22', 'gcc-14'];

try {
	for (const file of readdirSync(join(fixtures, 'kernels'))) {
		const variant = file.slice(0, -extname(file).length);
		if (wanted.length > 0 && !wanted.includes(variant)) continue;
		for (const compiler of compilers) {
			await record(file, variant, compiler, 'x86-64');
			if (onArm64.has(variant)) await record(file, variant, compiler, 'arm64');
		}
	}
} finally {
	container.remove();
	await pool.close();
	rmSync(folder, { recursive: true });
}

async function record(
	file: string,
	variant: string,
	compiler: CcBuild['compiler'],
	target: Target
): Promise<void> {
	const source = readFileSync(join(fixtures, 'kernels', file), 'utf8');
	const language = file.endsWith('.cpp') ? 'cpp' : 'c';
	const build: CcBuild = { variant, language, compiler, flags: [], source, target };
	const program = programName(variant);
	const into = join(fixtures, 'inspect', target === 'arm64' ? target : '', compiler, variant);
	mkdirSync(into, { recursive: true });
	const keep = (name: string, text: string | Buffer) => writeFileSync(join(into, name), text);
	for (const command of [
		compileCommand(build, stepLimits.compile),
		linkCommand(build, 'library', stepLimits.link)
	]) {
		const { exit, stderr } = run(command);
		if (exit.code !== 0) throw new Error(`${compiler} ${variant}: ${stderr.toString()}`);
	}
	const listing = run(disassembleCommand(program, target, stepLimits.disassemble));
	keep('objdump.txt', listing.stdout);
	const read = readDisassembly(listing, variant, target, inForce);
	if (!read.ok) throw new Error(`${compiler} ${variant}: the listing could not be parsed`);
	const functions = read.value;
	const all = functions.flatMap(({ instructions }) => instructions.map(({ address }) => address));
	keep('symbols.jsonl', run(symbolizeCommand(program, all, stepLimits.disassemble)).stdout);
	for (const iterations of [2048, 4096]) {
		const counts = countsName(variant, iterations);
		const executed = { argv: [`{in}/${program}`], env: {}, uses: [program], counts };
		await sandbox.put(program, readFileSync(join(folder, program)));
		const asked = { iterations, seed: 1, parameters: {} };
		await sandbox.run(countCommand(executed, target, asked, stepLimits.count));
		keep(`counts-${iterations}.txt`, await sandbox.get(counts));
	}
	const paths = candidatePaths(functions, isaOf(target));
	const model = modelOf('znver4');
	if (!model || target === 'arm64' || paths.length === 0) return;
	for (const noalias of detailed.has(variant) ? [true, false] : [true]) {
		const host = detailed.has(variant);
		const question = { model, noalias, host, detailed: host && noalias };
		const { stdout } = run(predictCommand(paths, question, stepLimits.predict));
		keep(noalias ? 'mca.json' : 'mca-aliasing.json', stdout);
	}
	process.stdout.write(`${compiler} ${variant}: ${paths.length} innermost loops\n`);
}
