/** What Go's compiler prints of a function in each phase (GOSSAFUNC=kernel+) -> the phases that changed it. */
import { linesOf } from '../inspect/lines.ts';
import type { Representation } from '@cyclelab/contract/schema/code';
import { shownPhases, type Phase } from './phases.ts';

/** Lines that begin a phase; the first group is its name. The other lines of this form end one. */
const begins: readonly { line: RegExp; name?: string }[] = [
	{ line: /^buildssa-body$/, name: 'AST' },
	{ line: /^compiling kernel$/, name: 'start' },
	{ line: /^ {2}pass (.{1,60}) end \[\d+ ns\]$/ },
	{ line: /^genssa kernel$/, name: 'genssa' }
];
const ends = /^(?: {2}pass .{1,60} begin|dumped SSA for kernel,.*)$/;

/** Undefined if the text holds no phase. A phase that changed nothing has no entry. */
export function readPhases(text: string): Representation | undefined {
	const all: Phase[] = [];
	let lines: string[] | undefined;
	let name = '';
	const end = () => {
		if (lines) all.push({ name, text: lines.join('\n') });
		lines = undefined;
	};
	for (const line of linesOf(text)) {
		const begin = beginning(line);
		if (begin === undefined && !ends.test(line)) {
			lines?.push(line);
			continue;
		}
		end();
		if (begin === undefined) continue;
		name = begin;
		lines = [];
	}
	end();
	const phases = shownPhases(all);
	return phases && { id: 'ssa', title: 'SSA phases of the Go compiler', phases };
}

function beginning(line: string): string | undefined {
	for (const { line: pattern, name } of begins) {
		const match = pattern.exec(line);
		if (match) return name ?? match[1];
	}
	return undefined;
}
