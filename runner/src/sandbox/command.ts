/**
 * The seam between deciding and acting: a stage returns `Command`s (data), a `Sandbox` runs them and returns `Output`s.
 * `run` rejects only when *we* failed (engine gone, image missing); a learner's crash is a normal `Output`.
 */

/** All limits of one command. See `limits.ts` for the values and their reasons. */
export type Limits = {
	/** Wall clock, milliseconds; then SIGKILL to everything the step started. */
	wallMs: number;
	/** CPU time, seconds (RLIMIT_CPU). */
	cpuSeconds: number;
	/** Address space, MiB (RLIMIT_AS); 0 = only the container's limit. */
	addressSpaceMiB: number;
	/** Largest file it may write, MiB (RLIMIT_FSIZE). */
	fileMiB: number;
	/** Processes and threads of its uid (RLIMIT_NPROC). */
	processes: number;
	/** Open files (RLIMIT_NOFILE). */
	openFiles: number;
	/** Bytes read per output channel before it is killed, KiB. */
	outputKiB: number;
};

export type Command = {
	/** Absolute path of the program and its arguments. Never a shell. `{in}/NAME` and `{out}/NAME` are replaced by
	 * the step's input and output folders. */
	argv: string[];
	/** The complete environment. */
	env: Record<string, string>;
	/** Text files written to the step's input folder (read-only for the step). */
	files?: Record<string, string>;
	/** Artifacts of earlier steps in the same sandbox (or put there with `put`), visible in the input folder. */
	uses?: string[];
	/** Names of regular files the step leaves in its output folder; kept as artifacts if they exist. */
	produces?: string[];
	/** Artifacts, among `produces`, `counts` and `trace`, whose bytes come with the output (`Output.fetched`), without a call of `get`. */
	fetches?: string[];
	/**
	 * Executed right after it, with limits of its own, if it exits with 0 and within its limits: one message to the
	 * supervisor and one answer instead of two. (`Output.then`)
	 */
	then?: Command;
	/**
	 * The program is the qemu that counts: the artifact that its counts become, among `produced`. Its text is
	 * written by the supervisor (`images/base/supervisor/counts.go`). There is no standard input then.
	 */
	counts?: string;
	/** Beside `counts`: the artifact that the trace of the kernel's calls becomes (`images/base/supervisor/trace.go`). */
	trace?: string;
	/**
	 * What the observer is asked that the supervisor starts as its parent in a sandbox that times programs
	 * (`images/base/audit/audit.c`). What it finds out has the place of the standard output.
	 */
	audit?: readonly string[];
	/** Text on standard input; absent = /dev/null. */
	stdin?: string;
	/** Called with the bytes of descriptor 3 as they arrive (measurement rows). Kept in `Output.results` too. */
	onResults?: (chunk: Buffer) => void;
	limits: Limits;
};

export type Output = {
	/** Exit code if it exited, signal name (e.g. "SIGSEGV") if it was killed by one. */
	exit: { code?: number; signal?: string };
	stdout: Buffer;
	stderr: Buffer;
	/** Everything written to descriptor 3. */
	results: Buffer;
	/** Channel that reached its cap, if any. */
	truncated?: 'stdout' | 'stderr' | 'results';
	timedOut: boolean;
	/** The container's memory limit killed something during the step. */
	outOfMemory: boolean;
	/** From the supervisor's own clock and wait4, milliseconds. */
	wallMs: number;
	cpuMs: number;
	maxResidentKiB: number;
	/** Which of `produces` exist. */
	produced: string[];
	/** Bytes of the artifacts that the command fetches, by name, if they exist. */
	fetched?: ReadonlyMap<string, Buffer>;
	/** What the command after it gave, if that was executed. */
	then?: Output;
};

export type Sandbox = {
	run(command: Command): Promise<Output>;
	/** Reads an artifact's bytes (size-capped by the supervisor). */
	get(artifact: string): Promise<Buffer>;
	/** Places bytes as an artifact (executable, read-only for steps). */
	put(artifact: string, bytes: Buffer): Promise<void>;
	/** Throws the container away. Safe to call twice. */
	dispose(): Promise<void>;
};
