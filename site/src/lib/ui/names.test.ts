import { FormerCompiler } from '@cyclelab/runner/schema/compiler';
import { ReportedToolchain } from '@cyclelab/runner/schema/report';
import { expect, test } from 'vitest';
import { shortCompiler } from './names.ts';

test('a report of a compiler that runners no longer have is still read, and named', () => {
	const reported = FormerCompiler.options.map((compiler) =>
		ReportedToolchain.parse({ compiler, version: '3.1.23', flags: [], image: 'dotnet:1' })
	);
	expect(reported.map(({ compiler }) => shortCompiler(compiler))).toEqual(['CoreCLR 3.1']);
});
