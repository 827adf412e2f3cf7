/** Keys of contents. */
import { createHash } from 'node:crypto';

/** Equal for equal contents, whatever they are made of. */
export function contentKey(content: unknown): string {
	return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
