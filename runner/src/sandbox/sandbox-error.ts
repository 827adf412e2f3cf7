/** What can go wrong in the sandbox by our fault, never by the learner's program. */
export type SandboxErrorCode =
	/** The Docker Engine does not answer. */
	| 'ENGINE_DOWN'
	/** The engine lacks the image. */
	| 'IMAGE_MISSING'
	/** The container ended, or broke the protocol, while something was expected of it. */
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

/** What went wrong, in our own terms. */
export function asSandboxError(cause: unknown): SandboxError {
	return cause instanceof SandboxError
		? cause
		: new SandboxError('INTERNAL', 'The pool failed.', cause);
}

export const engineDown = (cause?: unknown) =>
	new SandboxError('ENGINE_DOWN', 'The Docker Engine does not answer.', cause);
