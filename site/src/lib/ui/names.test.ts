import { ReportedToolchain } from '@cyclelab/contract/schema/report';
import { expect, test } from 'vitest';
import { shortCompiler } from './names.ts';

test('a report of a compiler that runners no longer have is still read, and named', () => {
	const reported = { compiler: 'coreclr-3.1', version: '3.1.23', flags: [], image: 'dotnet:1' };
	expect(shortCompiler(ReportedToolchain.parse(reported).compiler)).toBe('CoreCLR 3.1');
});
