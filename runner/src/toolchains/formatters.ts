/**
 * Lays out a source by its language's formatter: the command, and the formatted text if it differs from the source in layout
 * only. A source that does not parse gives a `compile-error`. Pure.
 */
import type { ImageName } from '@cyclelab/images/recipes';
import type { Language } from '@cyclelab/exercises/schema';
import type { Diagnostic, FailureFacts } from '@cyclelab/contract/schema/failure';
import { formattedCharacters, formatterOf } from '@cyclelab/contract/schema/formatters';
import { readDiagnostics, shortenPaths } from '../inspect/diagnostics.ts';
import { mostDiagnostics, toDiagnostics, type Found } from '../inspect/found.ts';
import { done, failed, type ReadResult } from '../inspect/read.ts';
import { sourceText, type ColumnUnit } from '../inspect/source-text.ts';
import { failureOf } from '../measure/failure-of.ts';
import type { Command, Output } from '../sandbox/command.ts';
import { inForce, stepLimits } from '../sandbox/limits.ts';
import { clangs, ccProgram, toolEnv } from './cc-compile.ts';
import { folderOf } from './go-compile.ts';
import { sourceName } from './names.ts';
import type { Build, Step, Steps } from './toolchain.ts';

type ToFormat = Pick<Build, 'variant' | 'language' | 'target' | 'flags' | 'source'>;

/** The image that has the formatter, and its work: yields steps, returns the formatted text. */
type Formatter = { image: ImageName; format: (build: ToFormat) => Steps<string> };

const limits = stepLimits.compile;

/** @throws if there is none: the site refuses such a request */
export function formatterFor(language: Language): Formatter {
	const formatter = formatters[language];
	if (!formatter) throw new Error(`there is no formatter for ${language}`);
	return formatter;
}

/**
 * The style of the exercises: tabs, blocks on one line where they were written so. Nothing but white space may change, so
 * includes keep their order and long strings stay whole.
 */
const clangStyle = `{${[
	'BasedOnStyle: LLVM',
	'IndentWidth: 4',
	'TabWidth: 4',
	'UseTab: ForContinuationAndIndentation',
	'ColumnLimit: 120',
	'AlignAfterOpenBracket: DontAlign',
	'AlignOperands: DontAlign',
	'AllowShortBlocksOnASingleLine: Always',
	'AllowShortFunctionsOnASingleLine: Inline',
	'AllowShortIfStatementsOnASingleLine: AllIfsAndElse',
	'AllowShortLoopsOnASingleLine: true',
	'Cpp11BracedListStyle: false',
	'InsertNewlineAtEOF: true',
	'SortIncludes: Never',
	'SortUsingDeclarations: Never',
	'ReflowComments: Never',
	'FixNamespaceComments: false',
	'BreakStringLiterals: false'
].join(', ')}}`;

/** Attributes and modules keep their order, as in the source. */
const rustStyle = [
	'max_width=120',
	'use_small_heuristics=Max',
	'merge_derives=false',
	'reorder_imports=false',
	'reorder_modules=false'
].join(',');

/** How a formatter names the place of what it cannot parse, in the order of `groups`. */
type ErrorForm = {
	pattern: RegExp;
	groups: readonly ('line' | 'column' | 'message')[];
	unit: ColumnUnit;
};

const rustErrors: ErrorForm = {
	pattern: /^error(?:\[E\d{1,4}\])?: (.{1,1000})\n {1,8}--> <stdin>:(\d{1,7}):(\d{1,7})$/gm,
	groups: ['message', 'line', 'column'],
	unit: 'character'
};
const goErrors: ErrorForm = {
	pattern: /^<standard input>:(\d{1,7}):(\d{1,7}): (.{1,1000})$/gm,
	groups: ['line', 'column', 'message'],
	unit: 'byte'
};
const crystalErrors: ErrorForm = {
	pattern: /syntax error in 'STDIN:(\d{1,7}):(\d{1,7})': (.{1,1000})$/gm,
	groups: ['line', 'column', 'message'],
	unit: 'character'
};

const formatters: Partial<Record<Language, Formatter>> = {
	c: { image: 'cc', format: formatCc },
	cpp: { image: 'cc', format: formatCc },
	rs: {
		image: 'rust',
		format: formatBy(
			({ flags }) => [
				'/usr/bin/rustfmt',
				`--edition=${editionIn(flags) ?? '2021'}`,
				'--emit=stdout',
				'--color=never',
				`--config=${rustStyle}`
			],
			toolEnv,
			rustErrors
		)
	},
	go: {
		image: 'go',
		format: formatBy(
			() => [`${folderOf('go-1.27')}/bin/gofmt`],
			{ ...toolEnv, GOMAXPROCS: '2' },
			goErrors
		)
	},
	cr: {
		image: 'crystal',
		format: formatBy(
			() => ['/usr/bin/crystal', 'tool', 'format', '--no-color', '-'],
			// A step may write to its output folder only, and starts there.
			{ ...toolEnv, TMPDIR: '.', CRYSTAL_CACHE_DIR: 'cache' },
			crystalErrors
		)
	}
};

const editionIn = (flags: readonly string[]) =>
	flags.findLast((flag) => flag.startsWith('--edition='))?.slice('--edition='.length);

/** One command, which parses, and prints the formatted text or errors. */
function formatBy(
	argv: (build: ToFormat) => string[],
	env: Command['env'],
	errors: ErrorForm
): Formatter['format'] {
	return function* (build) {
		const command = { argv: argv(build), env, stdin: build.source, limits };
		const [output] = yield [{ stage: 'compile', command }];
		if (!output) throw new Error('a step gave nothing');
		const failure = failureIn(output, build);
		if (!failure) return laidOut(output, build, sameWords);
		const diagnostics = toDiagnostics(readErrors(output, build, errors), {
			variant: build.variant,
			file: sourceName(build),
			source: sourceText(build.source),
			unit: errors.unit
		});
		return failed(
			failure.kind === 'crash' && diagnostics.length > 0 ? unparsed(build, diagnostics) : failure
		);
	};
}

/** clang-format lays out any text, so clang parses it beside that, by the language's version and macros of the flags. */
function* formatCc(build: ToFormat): Steps<string> {
	const file = sourceName(build);
	const { language, target, source } = build;
	const parse: Step = {
		stage: 'compile',
		command: {
			argv: [
				...ccProgram({ compiler: clangs[0], language, target }),
				...build.flags.filter((flag) => /^-(?:std=|D|U)/.test(flag)),
				'-fsyntax-only',
				'-w',
				'-ferror-limit=100',
				'-fno-color-diagnostics',
				'-fno-caret-diagnostics',
				'-fdiagnostics-show-category=name',
				'-I/opt/cyclelab/include',
				`{in}/${file}`
			],
			env: toolEnv,
			files: { [file]: source },
			limits
		}
	};
	const format: Step = {
		stage: 'compile',
		command: {
			argv: [
				'/usr/lib/llvm-22/bin/clang-format',
				`--style=${clangStyle}`,
				`--assume-filename=${file}`,
				'--fail-on-incomplete-format'
			],
			env: toolEnv,
			stdin: source,
			limits
		}
	};
	const [parsed, formatted] = yield [parse, format];
	if (!parsed || !formatted) throw new Error('a step gave nothing');
	const failure = failureIn(parsed, build);
	// 1: the code has errors, which are not all about its syntax.
	if (failure && !(failure.kind === 'crash' && failure.exitCode === 1)) return failed(failure);
	const errors = syntaxErrors(shortenPaths(parsed.stderr.toString('utf8'), file), file);
	if (errors.length > 0) {
		const into = {
			variant: build.variant,
			file,
			source: sourceText(source),
			unit: 'byte'
		} as const;
		return failed(unparsed(build, toDiagnostics(errors, into)));
	}
	const unformatted = failureIn(formatted, build);
	if (unformatted?.kind === 'crash' && unformatted.exitCode === 1)
		return refused(build, 'clang-format cannot tell where its blocks begin and end');
	return unformatted ? failed(unformatted) : laidOut(formatted, build, sameMarks);
}

/** clang's names of the errors after which it cannot tell what is written. */
const syntaxCategory = / \[(?:[^\]]*,)?(?:Parse Issue|Lexical or Preprocessor Issue)\]$/;

const syntaxErrors = (text: string, file: string): Found[] =>
	readDiagnostics(text, file).flatMap((found) =>
		found.severity === 'error' && syntaxCategory.test(found.message)
			? [{ ...found, message: found.message.replace(syntaxCategory, ''), notes: [] }]
			: []
	);

function readErrors({ stderr }: Output, build: ToFormat, { pattern, groups }: ErrorForm): Found[] {
	const text = stderr.toString('utf8');
	const file = sourceName(build);
	return [...text.matchAll(pattern)].slice(0, mostDiagnostics).map((match) => {
		const part = (name: (typeof groups)[number]) => match[groups.indexOf(name) + 1] ?? '';
		const [line, column] = [Number(part('line')), Number(part('column'))];
		const at = { file, line, column, endLine: 0, endColumn: 0 };
		return { severity: 'error', message: part('message'), at, notes: [], fixes: [] };
	});
}

const failureIn = (output: Output, { variant }: ToFormat) =>
	failureOf(output, { stage: 'compile', variant }, inForce(limits));

const unparsed = ({ variant }: ToFormat, diagnostics: Diagnostic[]): FailureFacts => ({
	stage: 'compile',
	variant,
	kind: 'compile-error',
	text: '',
	diagnostics
});

const refused = ({ variant }: ToFormat, reason: string): ReadResult<string> =>
	failed({ stage: 'compile', variant, kind: 'refused', reason });

/** The text that a formatter printed, unless it is more than another layout of the source. */
function laidOut(
	{ stdout }: Output,
	build: ToFormat,
	isSame: (before: string, after: string) => boolean
): ReadResult<string> {
	const text = stdout.toString('utf8');
	const name = formatterOf[build.language] ?? 'the formatter';
	if (text.length > formattedCharacters)
		return refused(build, `${name} makes a text of more than ${formattedCharacters} characters`);
	if (!isSame(build.source, text))
		return refused(build, `${name} changes more than the layout, so its text is not used`);
	return done(text);
}

/** Whether two texts differ in white space only. */
export const sameMarks = (before: string, after: string): boolean =>
	before.replace(/\s+/g, '') === after.replace(/\s+/g, '');

/**
 * Whether two texts have the same words and numbers as often, whatever their order: formatters of Rust, Go and Crystal also
 * sort imports, add commas and remove parentheses.
 */
export const sameWords = (before: string, after: string): boolean =>
	wordsOf(before) === wordsOf(after);

const wordsOf = (text: string) =>
	(text.match(/[\p{L}\p{N}_]+/gu) ?? [])
		.map((word) => word.toLowerCase())
		.toSorted()
		.join(' ');
