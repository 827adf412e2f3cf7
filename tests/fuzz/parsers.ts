/** Every parser of untrusted text: its call, its seeds, and its declared errors. */
import { parseFolder } from '../../exercises/src/parse.ts';
import { Diagnostic } from '@cyclelab/contract/schema/failure';
import { Report } from '@cyclelab/contract/schema/report';
import { parseMessage } from '@cyclelab/site/server/runners/gateway.ts';
import { Snapshot } from '@cyclelab/site/shared/schema.ts';
import { readProgress } from '@cyclelab/site/src/lib/progress/progress-file.ts';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ended } from '../../runner/fixtures/outputs.ts';
import { loop } from '../../runner/fixtures/predict/loops.ts';
import { readCounts } from '../../runner/src/inspect/count.ts';
import {
	readDiagnostics,
	readLinkDiagnostics,
	shortenPaths
} from '../../runner/src/inspect/diagnostics.ts';
import { toDiagnostics, type Found } from '../../runner/src/inspect/found.ts';
import { readGccDiagnostics } from '../../runner/src/inspect/gcc-diagnostics.ts';
import { withoutLineDirectives } from '../../runner/src/inspect/line-directives.ts';
import { sourceText } from '../../runner/src/inspect/source-text.ts';
import { isaOf } from '../../runner/src/inspect/isa-of.ts';
import { readLineTable } from '../../runner/src/inspect/line-table.ts';
import { errorWords } from '../../runner/src/inspect/mca-output.ts';
import { readBottlenecks, readTimeline } from '../../runner/src/inspect/mca-views.ts';
import { modelOf } from '../../runner/src/inspect/models.ts';
import { parseListing } from '../../runner/src/inspect/objdump.ts';
import { readAtt, readOsaca } from '../../runner/src/inspect/osaca.ts';
import { readPrediction } from '../../runner/src/inspect/predict.ts';
import { readSymbols } from '../../runner/src/inspect/symbolize.ts';
import { finishRows, nothingRead, readRows } from '../../runner/src/measure/rows.ts';
import {
	readCrystalError,
	readCrystalMessages
} from '../../runner/src/toolchains/crystal-diagnostics.ts';
import { readIr } from '../../runner/src/toolchains/crystal.ts';
import { plainPaths } from '../../runner/src/toolchains/crystal-paths.ts';
import { beginsIn, readSymbolTable } from '../../runner/src/toolchains/crystal-disassemble.ts';
import { readMcs, withVersion } from '../../runner/src/toolchains/dotnet-diagnostics.ts';
import { readGoLinkDiagnostics, readGoMessages } from '../../runner/src/toolchains/go-compile.ts';
import { readExtent } from '../../runner/src/toolchains/go.ts';
import { readPhases } from '../../runner/src/toolchains/go.ts';
import { readRustMessages } from '../../runner/src/toolchains/rust-diagnostics.ts';
import { readAddressToLine } from '../../runner/src/toolchains/mono.ts';
import { ofTheLearner } from '../../runner/src/toolchains/mono-listing.ts';
import { fileOf, recorded } from './seeds.ts';

export type Parser = {
	name: string;
	/** Calls the parser; checks only the properties that every caller relies on. */
	parse: (text: string) => unknown;
	seeds: readonly string[];
	/** Pattern of the errors that it may throw; absent: none. */
	throws?: RegExp;
};

const x86 = isaOf('x86-64');
const model = modelOf('znver4');
if (!model) throw new Error('There is no model znver4.');
const body = loop('bound');
const out = (text: string) => ended({ stdout: text });
const architecture = { name: 'ZEN4', exact: true };
const question = { model, noalias: true, host: true, detailed: true };
const source = sourceText(fileOf('runner/fixtures/diagnostics/changes.c'));
const shownIn = (found: readonly Found[], file: string) =>
	Diagnostic.array().parse(toDiagnostics(found, { variant: 'a', file, source, unit: 'byte' }));
const crystal = { variant: 'a', language: 'cr' } as const;
const where = { stage: 'measure', variant: 'a' } as const;

const functions = parseListing(recorded('inspect/clang-22/chase/objdump.txt').join(''), x86);
const addresses = functions.flatMap(({ instructions }) =>
	instructions.map(({ address }) => address)
);

export const parsers: readonly Parser[] = [
	{
		name: 'objdump',
		parse: (text) => [parseListing(text, x86), parseListing(text, isaOf('arm64'))],
		seeds: recorded('inspect/{clang-22,arm64/clang-22}/{chase,switch,strings}/objdump.txt')
	},
	{
		name: 'symbolizer',
		parse: (text) => [readSymbols(out(text), 'kernel.c'), beginsIn(out(text), 'kernel.cr')],
		seeds: recorded('{inspect/clang-22/{chase,bytes},crystal/call}/*.jsonl')
	},
	{
		name: 'line-table',
		parse: (text) => {
			const section = Buffer.from(text, 'latin1');
			// Else nearly every change would be refused for the unit's length.
			if (section.length >= 4) section.writeUInt32LE(section.length - 4);
			const { rowOf } = readLineTable(section, Buffer.from('kernel.c\0'.repeat(64)));
			return addresses.map(rowOf);
		},
		seeds: recorded('inspect/clang-22/word/debug-line.hex').map((hex) =>
			Buffer.from(hex.trim(), 'hex').toString('latin1')
		),
		throws: /^The debug information is left to llvm-symbolizer: /
	},
	{
		name: 'llvm-mca',
		parse: (text) => [
			readPrediction(out(text), [body], question),
			readTimeline(out(text), body),
			readAtt(out(text), body.instructions, model)
		],
		seeds: [
			...recorded('inspect/clang-22/{chase,bytes}/mca.json'),
			...recorded('predict/bound/{att,timeline}.json')
		]
	},
	{
		name: 'llvm-mca-words',
		parse: (text) => [
			readBottlenecks(out(text)),
			errorWords(text, model),
			readPrediction(ended({ exit: { code: 1 }, stderr: text }), [body], question)
		],
		seeds: [
			...recorded('predict/bound/bottlenecks.txt'),
			'<stdin>:3:1: error: instruction requires: AVX-512 ISA\nvaddps zmm0\n^\n',
			'error: found an unsupported instruction in the input assembly sequence\nnote: instruction: \tcpuid\n'
		]
	},
	{
		name: 'counts',
		parse: (text) =>
			[1, 3].map((calls) => readCounts(Buffer.from(text, 'latin1'), functions, calls)),
		seeds: recorded('inspect/clang-22/{chase,bytes}/counts-*.txt')
	},
	{
		name: 'harness-rows',
		parse: (text) => finishRows(readRows(nothingRead, Buffer.from(text, 'latin1')), where),
		seeds: recorded('dotnet/*.jsonl')
	},
	{
		name: 'diagnostics',
		parse: (text) => {
			const short = shortenPaths(text, 'kernel.c');
			return [
				shownIn(readDiagnostics(short, 'kernel.c'), 'kernel.c'),
				readLinkDiagnostics(short, 'a', 'kernel.c')
			];
		},
		seeds: recorded('diagnostics/*.txt')
	},
	{
		name: 'gcc-json',
		parse: (text) => shownIn(readGccDiagnostics(text) ?? [], 'changes.c'),
		seeds: recorded('diagnostics/changes.c.gcc-*.json')
	},
	{
		name: 'line-directives',
		parse: (text) => {
			for (const language of ['c', 'cpp', 'cs', 'go'] as const)
				if (withoutLineDirectives(text, language).text.length !== text.length)
					throw new Error('The source has another length.');
		},
		seeds: ['#line 5 "a"\n/* # line */ R"x(\n#line 7\n)x" // \\\n', '//line a:5\n/*line b:1:2*/`\n']
	},
	{
		name: 'go',
		parse: (text) => [
			shownIn(readGoMessages(text, 'kernel.go', 'error'), 'kernel.go'),
			shownIn(readGoMessages(text, 'kernel.go', 'note'), 'kernel.go'),
			readGoLinkDiagnostics(text, 'a'),
			readPhases(text)
		],
		seeds: [
			...recorded('go/*.phases.txt'),
			'# command-line-arguments\n./kernel.go:3:5: undefined: x\n\t./cyclelab_main.go:1:2: other\nlink: no\n'
		]
	},
	{
		name: 'go-symbols',
		parse: (text) => readExtent({ stdout: Buffer.from(text) }),
		throws: /^a Go program without functions of package main$/,
		seeds: recorded('go/*.symbols.txt')
	},
	{
		name: 'crystal',
		parse: (text) => {
			const plain = plainPaths(text, crystal);
			return [
				shownIn(readCrystalMessages(plain, 'a.cr'), 'a.cr'),
				shownIn(readCrystalError(plain, 'a.cr') ?? [], 'a.cr'),
				readSymbolTable(text)
			];
		},
		seeds: [...recorded('crystal/*.txt'), ...recorded('crystal/call/*.txt')]
	},
	{
		name: 'crystal-ir',
		parse: (text) => readIr(text, crystal),
		seeds: recorded('crystal/call/*.ll')
	},
	{
		name: 'rust',
		parse: (text) => shownIn(readRustMessages(text, 'changes.rs').found, 'changes.rs'),
		seeds: recorded('diagnostics/changes.rs.json')
	},
	{
		name: 'mcs',
		parse: (text) => {
			const found = readMcs(text, 'kernel.cs', source);
			const reported = toDiagnostics(found, {
				variant: 'a',
				file: 'kernel.cs',
				source,
				unit: 'utf-16'
			});
			return [shownIn(found, 'kernel.cs'), withVersion(reported, text)];
		},
		seeds: [...recorded('dotnet/mcs.txt'), ...recorded('diagnostics/newer.cs')]
	},
	{
		name: 'mono-listing',
		parse: (text) => ofTheLearner(parseListing(text, x86), text),
		seeds: recorded('dotnet/*.objdump.txt')
	},
	{
		name: 'addr2line',
		parse: (text) => readAddressToLine(out(text), addresses, 'kernel.cs'),
		seeds: recorded('dotnet/*.addr2line.txt')
	},
	{
		name: 'osaca',
		parse: (text) => readOsaca(out(text), body.instructions, architecture, 4),
		seeds: recorded('predict/*/osaca.txt')
	},
	{
		name: 'gateway',
		parse: (text) => parseMessage(text),
		seeds: [
			'{"type":"state","state":"ready"}',
			'{"type":"event","run":"AAAAAAAAAAAAAAAAAAAAAA","event":{"type":"stage","stage":"compile","variant":"wide"}}',
			'{"type":"declined","run":"AAAAAAAAAAAAAAAAAAAAAA"}',
			'{"type":"hello","runner":{"contract":1}}',
			'{"type":"calibrations","calibrations":[{"at":"2026-01-01T00:00:00Z","clockGHz":{"median":4,"low":4,"high":4}}]}'
		]
	},
	{
		name: 'exercise-yaml',
		parse: (text) =>
			parseFolder({
				name: '10-store-forwarding',
				files: { 'exercise.yaml': text, 'lesson.md': '## Story\n\n## Explain\n\n## Elsewhere\n' }
			}),
		throws: /^10-store-forwarding\b/,
		seeds: [fileOf('exercises/20-store-forwarding/exercise.yaml')]
	},
	{
		name: 'progress-file',
		parse: readProgress,
		seeds: [
			'{"format":"cyclelab-progress","version":1,"savedAt":"2026-01-01T00:00:00Z","values":{},"runs":[]}'
		]
	},
	{
		name: 'snapshot',
		parse: (text) => {
			let data: unknown;
			try {
				data = JSON.parse(text);
			} catch {
				return undefined;
			}
			return [Snapshot.safeParse(data).success, Report.safeParse(data).success];
		},
		seeds: recorded('inspect/clang-22/{chase,bytes}/expected.json')
	},
	{
		name: 'event-stream',
		parse: (text) => {
			const messages: EventSourceMessage[] = [];
			createParser({ onEvent: (message) => messages.push(message) }).feed(text);
			return messages;
		},
		seeds: [
			'id: 1\nevent: stage\ndata: {"type":"stage"}\n\n: beat\n\n',
			'data: a\r\ndata: b\r\n\r\n'
		]
	}
];
