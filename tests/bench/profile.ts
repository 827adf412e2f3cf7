/** Processor time of one inspection by process, for single inspections and for many at once. */
import { processes } from './processes.ts';
import { partsOf } from './product-processes.ts';
import { processorTimeOf, type Used } from './processor-time.ts';
import { settle } from './product.ts';
import { complete } from './client.ts';
import { fixed } from './numbers.ts';
import type { Context, SectionResult, Running, Section } from './section.ts';
import { exercise, inspected, inspection, sourceOf } from './subject.ts';

const atOnce = 8;

export const profile: Section = {
	name: 'profile',
	about: `processor time of one inspection by process, ms; ${inspected.exercise}, ${inspected.variant}, another source each time; one at a time, and ${atOnce} at once`,
	run
};

async function run(context: Context): Promise<SectionResult> {
	const time = await processorTimeOf(context);
	if ('unmeasured' in time) return time.unmeasured;
	const product = await context.product();
	const source = sourceOf(await exercise(inspected.exercise), inspected.variant);
	const inspect = () => complete(product.url, inspection(source, 'host'));
	const loads = [
		{ what: 'one at a time', inspections: context.quick ? 5 : 40, workers: 1 },
		{ what: `${atOnce} at once`, inspections: context.quick ? 16 : 200, workers: atOnce }
	];
	// The first inspections of a site compile its code.
	for (let warmUps = 0; warmUps < 10; warmUps++) await inspect();
	await settle(product);
	const measured: Load[] = [];
	for (const { what, inspections, workers } of loads) {
		let left = inspections;
		let seconds = 0;
		context.at(measured.length + 1, loads.length, 'load');
		const used = await time.during(async () => {
			const began = performance.now();
			const work = async () => {
				while (left-- > 0) await inspect();
			};
			await Promise.all(Array.from({ length: workers }, work));
			seconds = (performance.now() - began) / 1000;
			// The removal of used sandboxes and the start of new ones belong to the inspections.
			await settle(product);
		});
		const parts = await byPart(used, product);
		measured.push({ what, inspections, perSecond: inspections / seconds, parts, used });
	}
	const names = [...new Set(measured.flatMap(({ parts }) => [...parts.keys()]))];
	const each = (name: string, { parts, inspections }: Load) =>
		(parts.get(name) ?? 0) / 1e6 / inspections;
	const total = (load: Load) => names.reduce((sum, name) => sum + each(name, load), 0);
	return {
		tables: [
			{
				headings: ['ms of processor time', ...measured.map(({ what }) => what)],
				rows: [
					...names.map((name) => [name, ...measured.map((load) => fixed(each(name, load)))]),
					['together', ...measured.map((load) => fixed(total(load)))],
					['inspections a second', ...measured.map(({ perSecond }) => fixed(perSecond))]
				]
			}
		],
		notes: [
			'Until every used sandbox is removed and the pool is full again. Idle processes of the machine count as well.'
		],
		data: measured.map(({ parts, ...load }) => ({ ...load, parts: Object.fromEntries(parts) }))
	};
}

type Load = {
	what: string;
	inspections: number;
	perSecond: number;
	/** Nanoseconds. */
	parts: ReadonlyMap<string, number>;
	used: Used[];
};

/** Names of processes, as the kernel shortens them, by part. */
const named: [part: string, name: RegExp][] = [
	['dockerd', /^(dockerd|exe)$/],
	['containerd', /^containerd$/],
	['shim', /^containerd-shim/],
	['runc', /^runc/],
	['supervisor', /^(supervisor|step)$/],
	['the maker of cells', /^maker$/],
	['qemu, the count', /^qemu-(x86_64|aarch64)$/],
	['LLVM’s tools and their server', /^(cyclelab-llvm|llvm-mca|clang)/]
];

/** Nanoseconds by part, in the order of the table. */
export async function byPart(
	used: readonly Used[],
	{ pid }: Pick<Running, 'pid'>
): Promise<Map<string, number>> {
	const { site, runner, database } = await partsOf(pid);
	const all = await processes();
	const parts = new Map<string, number>();
	const partOf = ({ process: number, command }: Used): string => {
		const isIn = (members: readonly { pid: number }[]) => members.some((one) => one.pid === number);
		if (isIn(site)) return 'site';
		if (isIn(database) || command === 'postgres') return 'store';
		if (isIn(runner)) return 'runner';
		if (number === process.pid || command === 'exits') return 'this bench';
		const name = named.find(([, pattern]) => pattern.test(command))?.[0];
		if (name) return name;
		return all.some((one) => one.pid === number && one.parent === 2) ? 'kernel' : 'other';
	};
	const order = ['site', 'store', 'runner', ...named.map(([part]) => part), 'kernel', 'other'];
	for (const part of [...order, 'this bench']) parts.set(part, 0);
	for (const one of used) {
		const part = partOf(one);
		parts.set(part, (parts.get(part) ?? 0) + one.nanoseconds);
	}
	return parts;
}
