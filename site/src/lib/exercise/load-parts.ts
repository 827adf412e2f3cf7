/** Shell: the parts of an exercise's page that most pages open without. */

/** What shows numbers and machine code. */
export const loadReportParts = () => import('./report-parts.ts');
export type ReportParts = Awaited<ReturnType<typeof loadReportParts>>;

/** The view of two sides. */
export const loadBeside = async () => (await import('./BesideResults.svelte')).default;

/** The comparison with other machines' runs. */
export const loadRecorded = () => import('./recorded-parts.ts');

/** What a workshop's host wants of a participant. */
export const loadSeatBar = async () => (await import('#lib/workshops/SeatBar.svelte')).default;
