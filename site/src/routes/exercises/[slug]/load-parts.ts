/** Shell: the parts of an exercise's page that most pages open without. */

/** What shows numbers and machine code. */
export const loadReportParts = () => import('#lib/exercise/report-parts.ts');
export type ReportParts = Awaited<ReturnType<typeof loadReportParts>>;

/** The view of two sides. */
export const loadBeside = async () => (await import('./BesideResults.svelte')).default;
