/** Shell: the parts of an exercise's page that most pages open without. */

/** What shows numbers and machine code. */
export const loadReportParts = () => import('./report-parts.ts');
export type ReportParts = Awaited<ReturnType<typeof loadReportParts>>;

/** The view of two sides. */
export const loadBeside = async () => (await import('./BesideResults.svelte')).default;

/** The limits of a loop. */
export const loadLoopFinding = async () => (await import('./LoopFinding.svelte')).default;

/** Two kernels side by side. */
export const loadTwoKernels = async () => (await import('./TwoKernels.svelte')).default;
