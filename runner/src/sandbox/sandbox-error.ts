/** Failures of the sandbox that are our fault, never the learner's program's. */
export type SandboxErrorCode =
	/** The Docker Engine does not answer. */
	| 'ENGINE_DOWN'
	/** The engine drops a limit that every sandbox needs. */
	| 'LIMITS_MISSING'
	/** The engine lacks the image. */
	| 'IMAGE_MISSING'
	/** The container ended, or broke the protocol, while a request was open. */
	| 'CONTAINER_DIED'
	/** The program of a step could not be executed. */
	| 'CANNOT_START'
	/** A step uses an artifact that does not exist. */
	| 'NO_ARTIFACT'
	/** The supervisor refused a request as malformed. */
	| 'BAD_REQUEST'
	/** The supervisor failed. */
	| 'INTERNAL'
	/** The pool is closed, or the sandbox was disposed of. */
	| 'CLOSED';

export class SandboxError extends Error {
	readonly code: SandboxErrorCode;

	constructor(code: SandboxErrorCode, message: string, cause?: unknown) {
		super(message, { cause });
		this.name = 'SandboxError';
		this.code = code;
	}
}

/** The cause as a `SandboxError`. */
export function asSandboxError(cause: unknown): SandboxError {
	return cause instanceof SandboxError
		? cause
		: new SandboxError('INTERNAL', 'The pool failed.', cause);
}

export const engineDown = (cause?: unknown) =>
	new SandboxError('ENGINE_DOWN', 'The Docker Engine does not answer.', cause);
