/** Every check, in the order of its part. */
import type { Check } from './check.ts';
import { appArmorChecks } from './parts/apparmor.ts';
import { composeChecks } from './parts/compose.ts';
import { hostileChecks } from './parts/hostile.ts';
import { languageChecks } from './parts/languages.ts';
import { limitChecks } from './parts/limits.ts';
import { rootlessChecks } from './parts/rootless.ts';
import { startChecks } from './parts/start.ts';
import { stopChecks } from './parts/stop.ts';

export const allChecks: readonly Check[] = [
	...startChecks,
	...languageChecks,
	...stopChecks,
	...appArmorChecks,
	...limitChecks,
	...hostileChecks,
	...composeChecks,
	...rootlessChecks
];
