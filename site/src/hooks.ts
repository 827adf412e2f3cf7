/** Hooks of server and browser. */
import type { Transport } from '@sveltejs/kit/hooks';
import { reportTransport } from '#lib/run/report-text.ts';

export const transport: Transport = { Report: reportTransport };
