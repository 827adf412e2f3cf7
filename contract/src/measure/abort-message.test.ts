import { expect, it } from 'vitest';
import { abortMessage } from './abort-message.ts';

// What programs in the images really wrote, cut behind what is read.
it.each([
	[
		'Rust, an index',
		"\nthread '<unnamed>' panicked at a.rs:2:126:\nindex out of bounds: the len is 100 but the index is 100\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\nfatal runtime error: failed to initiate panic, error 5\n",
		{ message: 'index out of bounds: the len is 100 but the index is 100', line: 2 }
	],
	[
		'Rust, the first of two',
		"\nthread '<unnamed>' panicked at a.rs:6:16:\ncalled `Option::unwrap()` on a `None` value\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n\nthread '<unnamed>' panicked at library/core/src/panicking.rs:218:5:\npanic in a function that cannot unwind\n",
		{ message: 'called `Option::unwrap()` on a `None` value', line: 6 }
	],
	[
		'Rust, in its library',
		"thread '<unnamed>' panicked at library/alloc/src/raw_vec.rs:24:5:\ncapacity overflow\n",
		{ message: 'capacity overflow' }
	],
	[
		'Go, a map',
		'panic: assignment to entry in nil map\n\ngoroutine 1 [running]:\nmain.kernel(0x4000)\n\t/a.go:6 +0x2a\ncyclelab.marked(0x48b2aa?)\n\tcyclelab/run.go:102 +0xbb\n',
		{ message: 'assignment to entry in nil map', line: 6 }
	],
	[
		'Go, an index',
		'panic: runtime error: index out of range [10] with length 10\n\ngoroutine 1 [running]:\nmain.kernel(0x2eacb9733360?)\n\t/a.go:7 +0x4c\n',
		{ message: 'runtime error: index out of range [10] with length 10', line: 7 }
	],
	[
		'C++, an exception',
		"terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check: __n (which is 10) >= this->size() (which is 10)\nqemu: uncaught target signal 6 (Aborted) - core dumped\n",
		{
			message:
				'it threw std::out_of_range: vector::_M_range_check: __n (which is 10) >= this->size() (which is 10)'
		}
	],
	[
		'C++, a number thrown',
		"terminate called after throwing an instance of 'int'\n",
		{ message: 'it threw int' }
	],
	[
		'C, assert()',
		"a.elf: a.c:4: uint64_t kernel(uint64_t): Assertion `s < 100' failed.\nqemu: uncaught target signal 6 (Aborted) - core dumped\n",
		{ message: "Assertion `s < 100' failed", line: 4 }
	],
	[
		'C, the heap',
		'free(): double free detected in tcache 2\n',
		{ message: 'free(): double free detected in tcache 2' }
	],
	[
		'C, the stack',
		'*** stack smashing detected ***: terminated\n',
		{ message: 'stack smashing detected' }
	],
	[
		'Crystal',
		'Unhandled exception: Index out of bounds (IndexError)\n',
		{ message: 'Index out of bounds (IndexError)' }
	],
	[
		'C#',
		'Unhandled exception: System.IndexOutOfRangeException: Index was outside the bounds of the array.\n   at Kernel.Run(UInt64 iterations)\n',
		{ message: 'System.IndexOutOfRangeException: Index was outside the bounds of the array' }
	]
])('%s', (_, text, expected) => {
	expect(abortMessage(text)).toEqual(expected);
});

it('what a program made up is short, and hides nothing', () => {
	expect(abortMessage(`panic: \u202e${'x'.repeat(900)}`)?.message).toBe(
		`<U+202E>${'x'.repeat(112)}…${'x'.repeat(79)}`
	);
	expect(abortMessage('panic:  \nqemu: uncaught target signal 6')).toBeUndefined();
	expect(abortMessage('nothing that a runtime says')).toBeUndefined();
});
