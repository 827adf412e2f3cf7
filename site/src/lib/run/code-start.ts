/** How the fragment of a link with code begins, without its #. */
export const codeStart = 'code=1.';
