/**
 * Shell: `npm run test:vm [-- PART[/TEXT]...]`: the site and its runner on a Debian 13 in a virtual machine (systemd, control groups v2,
 * Docker 26), where the user is not root. Prints a row for each check. Times mean nothing where qemu emulates the processor.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { imageTag } from '@cyclelab/images/build';
import { layOut } from '../bench/table.ts';
import { durationOf, openProgress } from '../progress.ts';
import { allChecks } from './all-checks.ts';
import { checksNamed, type Check } from './check.ts';
import { folder } from './disk-files.ts';
import { imagesDisk } from './images-disk.ts';
import { bootMachine, type VirtualMachine } from './machine.ts';
import { buildProduct, productTags } from './product-images.ts';
import { projectDisk } from './project-disk.ts';
import { systemDisk } from './system-disk.ts';

const chosen = checksNamed(allChecks, process.argv.slice(2));
if (typeof chosen === 'string') {
	console.error(chosen);
	process.exit(2);
}
const progress = openProgress();
const say = (line: string) => progress.print(line);
// The machine is killed when this process exits.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
	process.on(signal, () => process.exit(1));

await mkdir(folder, { recursive: true });
progress.begin('disk of the system');
const system = await systemDisk(say);
progress.begin('disk of the images');
const sandboxes = await Promise.all(
	(['cc', 'rust', 'go', 'dotnet', 'crystal', 'osaca'] as const).map((name) => imageTag(name))
);
const needsProduct = chosen.some(({ part }) => part === 'compose');
if (needsProduct) await buildProduct(say);
const images = needsProduct
	? await imagesDisk('production', [...sandboxes, ...productTags], say)
	: await imagesDisk('sandboxes', sandboxes, say);
progress.begin('disk of the project');
const project = await projectDisk();

type CheckRow = { verdict: string; part: string; name: string; time: string; found: string };
const rows: CheckRow[] = [];
// The machine with most processors first: the last part stops its engine.
const counts = [...new Set(chosen.map(processorsOf))].sort((a, b) => b - a);
for (const count of counts)
	await tryAll(
		count,
		chosen.filter((check) => processorsOf(check) === count)
	);
progress.close();
// qemu ended during the last check: later failures are no findings about the host.
const untried = chosen.length - rows.length;
const failed = rows.filter(({ verdict }) => verdict === 'FAILED').length;
const headings = ['verdict', 'part', 'what must be true', 'real time', 'found'];
const firstLine = (text: string) => text.split('\n')[0]?.slice(0, 120) ?? '';
const cells = rows.map(({ verdict, part, name, time, found }) =>
	[verdict, part, name, time, found].map(firstLine)
);
console.log(`\n${layOut({ headings, rows: cells })}`);
console.log(`\n${rows.length - failed} fine, ${failed} failed, ${untried} not tried`);
if (untried > 0)
	console.log('The virtual machine ended: run the checks that are left by their names.');
process.exitCode = failed === 0 && untried === 0 && rows.length > 0 ? 0 : 1;

function processorsOf({ processors = 2 }: Check): number {
	return processors;
}

/** Tries the checks in a virtual machine with so many processors. */
async function tryAll(count: number, checks: readonly Check[]): Promise<void> {
	progress.begin('the virtual machine starts');
	say(
		`Starting a virtual machine with ${count} processor${count > 1 ? 's' : ''}: half a minute with KVM, some minutes without.`
	);
	const log = join(folder, 'console.log');
	const machine = await bootMachine(count, system, { project, images }, log, say);
	say(`It runs (${machine.accelerator}).`);
	try {
		for (const check of checks) {
			const what = `${rows.length + 1} of ${chosen.length}, ${check.part}: ${check.name}`;
			progress.begin(what);
			say(what);
			const row = await tried(check, machine);
			say(`  ${row.verdict}: ${row.found}`);
			rows.push(row);
			if (machine.isGone()) break;
		}
	} finally {
		await machine.close();
	}
}

async function tried({ part, name, run }: Check, machine: VirtualMachine): Promise<CheckRow> {
	const began = performance.now();
	const seen = (verdict: string, found: string) => {
		const time = durationOf(performance.now() - began);
		return { verdict, part, name, time, found };
	};
	return run(machine).then(
		(found) => seen('fine', found),
		(error: unknown) => seen('FAILED', error instanceof Error ? error.message : String(error))
	);
}
