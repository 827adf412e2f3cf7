/* Counts of executed blocks; see block-counts.c. */
#ifndef BLOCK_COUNTS_H
#define BLOCK_COUNTS_H

/* Maps the file that is descriptor 0 and counts in it from now on. Ends the process if that is no such file. */
void block_counts_open(void);

/* A thread of the program starts, on this virtual processor. */
void block_counts_thread(CPUState *cpu);

/* The translator begins a block: adds the code that counts an execution. */
void block_counts_begin(void);

/*
 * The block is translated.
 * pc: of its first instruction; host: where that lies in this process
 */
void block_counts_end(uint64_t pc, uint64_t instructions, const void *host);

/* The translator comes to the instruction at `pc`. */
void block_counts_instruction(uint64_t pc);

/* The translator begins a load or store of the instruction: adds the code that traces it, if anything is traced. */
void block_counts_access(struct TCGTemp *address, unsigned bytes, bool isStore);

/*
 * The number of a system call of our own: the counts until now are kept, apart from what is counted after it. The harness makes it
 * before and after each call of the kernel (CALL_MARK in images/base/libcal/arch.h).
 */
enum { BLOCK_COUNTS_MARK = 0x43594c };

/* Returns false if nothing is counted. */
bool block_counts_mark(void);

/* Whether anything is counted. */
bool block_counts_are_open(void);

#endif
