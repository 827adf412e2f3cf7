/** Shell: what shows numbers and machine code, which most pages open without. */

export const loadReportParts = () => import('./report-parts.ts');
export type ReportParts = Awaited<ReturnType<typeof loadReportParts>>;
