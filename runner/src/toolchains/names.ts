/** Names of a variant's files, as its sandbox and its compiler's words know them. */
import { extensionOf } from '@cyclelab/exercises/schema';
import type { Build } from './toolchain.ts';

export const sourceName = ({ variant, language }: Pick<Build, 'variant' | 'language'>) =>
	`${variant}.${extensionOf[language]}`;
export const objectName = (variant: string) => `${variant}.o`;
export const programName = (variant: string) => `${variant}.elf`;
/** The artifact of a count run: one for each number of iterations of the first call, so that runs can go on side by side. */
export const countsName = (variant: string, iterations: number) =>
	`${variant}-${iterations}.counts`;
