/** The bare command line of the same compilation and prediction, and what Compiler Explorer is asked for. Pure. */
import type { RecordedCommand } from '../commands.ts';

/** The compiler's flags that decide the code, and the folder of the exercise's header. */
export function peerFlags([compile]: readonly RecordedCommand[]): string[] {
	if (compile?.stage !== 'compile') throw new Error('the first command is not a compiler');
	return compile.command.argv.filter((word) =>
		/^-(O|march=|mtune=|fno-unroll-loops$|I)/.test(word)
	);
}

/** `-mcpu` of the prediction. */
export function processorOf(steps: readonly RecordedCommand[]): string {
	const predict = steps.find(({ stage }) => stage === 'predict');
	const word = predict?.command.argv.find((word) => word.startsWith('--mcpu='));
	if (word === undefined) throw new Error('no command predicts');
	return word.slice('--mcpu='.length);
}

/** `clang -S` and `llvm-mca` of the whole function, as a person types them. */
export function bareSteps(steps: readonly RecordedCommand[], processor: string): RecordedCommand[] {
	const [compile] = steps;
	const predict = steps.find(({ stage }) => stage === 'predict');
	const file = Object.keys(compile?.command.files ?? {})[0];
	const compiler = compile?.command.argv[0];
	const tool = predict?.command.argv[0];
	if (!compile || !predict || file === undefined || compiler === undefined || tool === undefined)
		throw new Error('the recorded commands do not compile and predict');
	const words = ['-S', '-masm=intel', ...peerFlags(steps), '-o', '{out}/bare.s', `{in}/${file}`];
	return [
		{ ...compile, command: { ...compile.command, argv: [compiler, ...words] } },
		{
			...predict,
			command: { ...predict.command, argv: [tool, `-mcpu=${processor}`, '{in}/bare.s'] }
		}
	];
}
