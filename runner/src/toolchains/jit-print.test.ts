import { expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { at } from '../../fixtures/dotnet/recorded.ts';
import { isMixed, jitRepresentation, printsOf, readJitPrint } from './jit-print.ts';

// Printed by .NET 8.0.4; the kernel's loop is cut.
const text = `; Assembly listing for method Kernel:Run(ulong):ulong (FullOpts)
; Emitting BLENDED_CODE for X64 with AVX512 - Unix
; FullOpts code
; optimized code
; No PGO data

G_M000_IG01:                ;; offset=0x0000
       55                   push     rbp
       488D6C2420           lea      rbp, [rsp+0x20]
 
G_M000_IG02:                ;; offset=0x0006
       F6050AAB080001       test     byte  ptr [(reloc 0x7f1980a9c504)], 1
       7463                 je       SHORT G_M000_IG07
       48BAABAAAAAAAAAAAAAA mov      rdx, 0xAAAAAAAAAAAAAAAB
                            align    [0 bytes for IG03]
 
G_M000_IG03:                ;; offset=0x0019
       FF15F83F0C00         call     [Kernel:Mix(ulong):ulong]
       FF1500000000         call     [Counter\`1[ulong]:Take(ulong):ulong[]]
       FF5020               call     [rax+0x20]Shape:Area(ulong):ulong:this
       FFD0                 call     rax
       E8CDED687E           call     CORINFO_HELP_GETSHARED_NONGCSTATIC_BASE
       EB87                 jmp      SHORT G_M000_IG03
       48FF2500000000       tail.jmp [Kernel:Last():ulong]
 
G_M000_IG07:                ;; offset=0x0032
       C3                   ret      
 
RWD00  	dq	3FE0000000000000h	;          0.5
; Total bytes of code 51

; Assembly listing for method Square:.ctor():this (Tier1-OSR @0x23 with Dynamic PGO)

G_M000_IG02:                ;; offset=0x0000
       C3                   ret      
 
; Total bytes of code 1

; Assembly listing for method Strip:.ctor():this (FullOpts)

G_M000_IG02:                ;; offset=0x0000
       C3                   ret      
 
; Total bytes of code 1
`;
const printed = readJitPrint(text);
const [run, square, strip] = printed;

it('reads each method’s name, tier and bytes, jumps as far as their labels are, and no alignment and constants', () => {
	expect(printed.map(({ name, tier, bytes }) => [name, tier, bytes.toString('hex')])).toEqual([
		[
			'Kernel:Run(ulong):ulong',
			'FullOpts',
			'55488d6c2420f6050aab0800017429' +
				'48baabaaaaaaaaaaaaaaff15f83f0c00ff1500000000ff5020ffd0e8cded687eebe848ff2500000000c3'
		],
		['Square:.ctor():this', 'Tier1-OSR @0x23 with Dynamic PGO', 'c3'],
		['Strip:.ctor():this', 'FullOpts', 'c3']
	]);
});

it('knows what is called where, and whether that is all that can be called', () => {
	expect([...(run?.calls ?? [])]).toEqual([
		[25, { name: 'Kernel:Mix(ulong):ulong', direct: true }],
		[31, { name: 'Counter`1[ulong]:Take(ulong):ulong[]', direct: true }],
		[37, { name: 'Shape:Area(ulong):ulong:this', direct: false }],
		[42, { name: 'CORINFO_HELP_GETSHARED_NONGCSTATIC_BASE', direct: true }],
		[49, { name: 'Kernel:Last():ulong', direct: true }]
	]);
});

it('knows a function of the runtime that is called without a table', () => {
	const exit = 'System.Threading.Monitor:Exit(System.Object)';
	const locking = text.replace('CORINFO_HELP_GETSHARED_NONGCSTATIC_BASE', exit);
	const [first] = readJitPrint(locking);
	expect(first?.calls.get(42)).toEqual({ name: exit, direct: true });
});

it('finds the print of a method by its bytes, and by its name where bytes are the same', () => {
	const methods = [
		{ name: 'Strip::.ctor()', at: 0x2000, bytes: Buffer.from([0xc3]) },
		{ name: 'Square::.ctor()', at: 0x3000, bytes: Buffer.from([0xc3]) },
		{ name: 'Kernel::Run(uint64)', at: 0x1000, bytes: Buffer.from(run?.bytes ?? []) },
		{ name: 'Kernel::Mix(uint64)', at: 0x4000, bytes: Buffer.from([0x90, 0xc3]) }
	];
	const prints = printsOf(methods, printed);
	expect(methods.map((method) => prints.get(method))).toEqual([strip, square, run, undefined]);
});

it('a page gets the kernel’s print first, and none that is too long for it', () => {
	const [square, kernel] = [
		{ name: 'Square::.ctor()', at: 0x3000, bytes: Buffer.from([0xc3]) },
		{ name: 'Kernel::Run(uint64)', at: 0x1000, bytes: Buffer.from(run?.bytes ?? []) }
	];
	const prints = printsOf([square, kernel], printed);
	const shown = jitRepresentation(prints, kernel);
	expect(shown).toMatchObject({ id: 'jit', phases: [{ name: 'FullOpts' }] });
	const headings = shown?.phases[0]?.text.match(/^; Assembly listing for method \S+/gm);
	expect(headings?.map((line) => line.slice(30))).toEqual([
		'Kernel:Run(ulong):ulong',
		'Square:.ctor():this'
	]);
	const long = readJitPrint(text.replace('; No PGO data', '; No PGO data\n'.repeat(20_000)));
	expect(jitRepresentation(printsOf([kernel], long), kernel)).toBeUndefined();
});

it('a text that is no print has no methods', () => {
	expect(readJitPrint('FFFF ret\n       C3                   ret\n')).toEqual([]);
});

it('a print is mixed if two threads had methods compiled at the same moment, and not if one did', () => {
	const recorded = (name: string) => readFileSync(at(name), 'utf8');
	expect(isMixed(recorded('threads.jit.txt'))).toBe(true);
	expect(isMixed(recorded('chase.jit.txt'))).toBe(false);
	expect(isMixed(text)).toBe(false);
});

it('a print is mixed if a thread’s listing begins in the middle of a line', () => {
	const [listing = ''] = text.split('; Assembly listing for method Square');
	const other = text.slice(text.indexOf('; Assembly listing for method Strip'));
	expect(isMixed(`${listing}${other}`)).toBe(false);
	expect(isMixed(listing.replace(/^; Total bytes of code/m, '; Total bytes $&'))).toBe(true);
	expect(isMixed(listing.replace('mov      rdx', `mov${other}      rdx`))).toBe(true);
});
