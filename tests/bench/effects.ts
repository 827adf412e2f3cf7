/** The effects of two exercises, from a learner's report. */
import { reportOf } from '../../runner/src/measure/progress.ts';
import type { Interval } from '../../runner/src/schema/measurement.ts';
import type { Report } from '../../runner/src/schema/report.ts';
import { complete } from './client.ts';
import { fixed } from './numbers.ts';
import { settle } from './product.ts';
import type { Context, SectionResult, Section } from './section.ts';

export const effects: Section = {
	name: 'effects',
	about: 'the effects in the report of each exercise',
	run
};

async function run(context: Context): Promise<SectionResult> {
	const product = await context.product();
	const ran = async (exercise: string): Promise<Report> => {
		await settle(product);
		const report = reportOf((await complete(product.url, { exercise })).map(({ event }) => event));
		if (!report) throw new Error(`${exercise} did not finish`);
		return report;
	};
	context.at(1, 2, 'exercise');
	const forwarding = await ran('store-forwarding');
	context.at(2, 2, 'exercise');
	const workingSet = await ran('cache-working-set');
	const { caches } = workingSet.runner.host;
	return {
		tables: [
			{
				headings: ['store-forwarding', 'cycles', 'from', 'to', 'samples', 'rejected'],
				rows: forwarding.variants.map(({ id, points }) => {
					const measured = points[0]?.measured;
					const { samples = 0, rejected = 0 } = measured ?? {};
					return [id, ...interval(measured?.cyclesPerIteration), `${samples}`, `${rejected}`];
				})
			},
			{
				headings: ['claim', 'ratio', 'from', 'to', 'verdict'],
				rows: [...forwarding.claims, ...workingSet.claims].map(({ id, observed, verdict }) => [
					id,
					...interval(observed),
					verdict
				])
			},
			{
				headings: ['knee', 'from', 'to', 'cycles before', 'after', 'near'],
				rows: workingSet.knees.map(({ variant, from, to, before, after, near }) => [
					variant,
					kibibytes(from),
					kibibytes(to),
					fixed(before, 2),
					fixed(after, 2),
					near ?? ''
				])
			}
		],
		notes: [
			'Wanted: bytes-stall, the ratio of four bytes to one word, within 4 to 8; knees after L1 and L2.',
			`Caches reported: ${caches.map(({ level, bytes }) => `L${level} ${kibibytes(bytes)}`).join(', ')}.`,
			`Report of store-forwarding: ${forwarding.summary}`,
			`Report of cache-working-set: ${workingSet.summary}`
		],
		data: {
			storeForwarding: withoutRaw(forwarding),
			workingSet: withoutRaw(workingSet)
		}
	};
}

const interval = (one: Interval | undefined): string[] =>
	one ? [one.median, one.low, one.high].map((value) => fixed(value, 2)) : ['', '', ''];

const kibibytes = (bytes: number) => `${bytes / 1024} KiB`;

/** The report's numbers without samples and assembly. */
const withoutRaw = ({ claims, knees, summary, variants }: Report) => ({
	claims,
	knees,
	summary,
	points: variants.flatMap(({ id, points }) =>
		points.map(({ parameters, measured, failure }) => ({
			variant: id,
			parameters,
			failure,
			measured: measured && { ...measured, raw: undefined }
		}))
	)
});
