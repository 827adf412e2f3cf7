/** The limits of an answer sheet and its link. Without the schemas' library, so that the page can have them. Pure. */

/** How the fragment of a link that holds a sheet begins. */
export const sheetStart = 'sheet=';
/** Of such a fragment, without its #. A sheet of 200 exercises fits. */
export const linkCharacters = 32 * 1024;
/** Longest name on a sheet, and longest name of a processor: longer names are cut. */
export const nameCharacters = 60;
export const processorCharacters = 80;
