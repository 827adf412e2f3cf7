/** Signals a learner's program dies from, in words (signal(7)): what it did, and one thing to try. */
export const signalMeanings: Record<string, { meaning: string; hint: string }> = {
	SIGSEGV: {
		meaning: 'it touched memory it does not own',
		hint: 'Check the array indexes and pointers, and that malloc() returned memory.'
	},
	SIGBUS: {
		meaning: 'it touched memory that has nothing behind it',
		hint: 'Check the addresses it computes, and their alignment.'
	},
	SIGFPE: {
		meaning: 'it divided an integer by zero, or the result did not fit',
		hint: 'Check the divisors.'
	},
	SIGILL: {
		meaning: 'it reached a trap, or an instruction this processor does not have',
		hint: 'Remove __builtin_trap() and what the compiler takes for impossible (undefined behaviour), else intrinsics for newer processors.'
	},
	SIGTRAP: {
		meaning: 'it ran into a trap',
		hint: 'Remove __builtin_trap(), and check for undefined behaviour the compiler has seen.'
	},
	SIGABRT: {
		meaning: 'it gave up by itself',
		hint: 'Check its assertions, and that it frees only what it allocated.'
	},
	SIGSYS: {
		meaning: 'it asked the system for something the sandbox does not allow',
		hint: 'Compute only: files, network and new processes are closed here.'
	},
	SIGKILL: {
		meaning: 'it was stopped from outside',
		hint: 'Run it again; if it happens again, try less memory.'
	},
	SIGPIPE: {
		meaning: 'it wrote to a channel nobody reads',
		hint: 'Remove the printing from kernel().'
	}
};
