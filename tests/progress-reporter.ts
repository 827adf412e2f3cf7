/** Shell: a second reporter for Vitest that regularly prints the running test and the number of finished files. */
import { relative } from 'node:path';
import type { Reporter, TestCase, TestSpecification } from 'vitest/node';
import { openProgress } from './progress.ts';

export default class ProgressReporter implements Reporter {
	readonly #progress = openProgress();
	#files = 0;
	#done = 0;

	onTestRunStart(specifications: readonly TestSpecification[]): void {
		this.#files = specifications.length;
	}

	onTestCaseReady(test: TestCase): void {
		const file = relative(process.cwd(), test.module.moduleId);
		this.#progress.begin(`${file}: ${test.fullName}`);
		this.#progress.at(Math.min(this.#done + 1, this.#files), this.#files, 'file');
	}

	onTestModuleEnd(): void {
		this.#done += 1;
	}

	onTestRunEnd(): void {
		this.#progress.close();
	}
}
