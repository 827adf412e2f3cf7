/** The table of each architecture. */
import type { Target } from '@cyclelab/exercises/schema';
import type { Isa } from './isa.ts';
import { arm64 } from './isa-arm64.ts';
import { x86 } from './isa-x86-64.ts';

const tables: Record<Target, Isa> = { 'x86-64': x86, arm64 };

export const isaOf = (target: Target): Isa => tables[target];
