import { expect, test } from 'vitest';
import { readPasses } from './llvm-passes.ts';

const dump = (header: string, body: string, symbol = 'kernel') =>
	`*** IR Dump ${header} ***\n; Function Attrs: nounwind uwtable\ndefine dso_local i64 @${symbol}(i64 noundef %n) #0 !dbg !2 {\n${body}\n}\n\n`;

test('each pass that changed the function is a phase, without references to debug information', () => {
	const text = [
		dump('Before SimplifyCFGPass on kernel', '  ret i64 0, !dbg !3, !tbaa !4'),
		dump('After SimplifyCFGPass on kernel', '    #dbg_value(i64 %n, !1)\n  ret i64 1, !dbg !3'),
		dump('Before SROAPass on kernel', '  ret i64 1'),
		// Only debug information changed.
		dump('After SROAPass on kernel', '  ret i64 1, !dbg !9'),
		dump('After InlinerPass on (other, kernel)', '  ret i64 7', 'other'),
		dump('After LoopRotatePass on loop %for.body in function kernel', '  ret i64 2'),
		dump('After LoopRotatePass on loop %<unnamed loop> in function kernel', '  ret i64 3'),
		// Cut by the limit of output.
		dump('After GVNPass on kernel', '  ret i64 4').slice(0, -4)
	].join('');
	const kernel = { symbol: 'kernel', name: 'kernel' };
	expect(readPasses(text, kernel)).toEqual({
		id: 'passes',
		title: 'LLVM passes on kernel',
		phases: ['0 front end', '1 SimplifyCFG', '2 LoopRotate on loop for.body', '3 LoopRotate'].map(
			(name, i) => ({
				name,
				text: `define dso_local i64 @kernel(i64 noundef %n) #0 {\n  ret i64 ${i}\n}`
			})
		)
	});
	expect(readPasses('error: no such file\n', kernel)).toBeUndefined();
});
