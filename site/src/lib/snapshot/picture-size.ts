/** Of a kept run's picture, in its own units, in the proportion that link previews want: 1.91 to 1. */
export const pictureSize = { width: 600, height: 315 } as const;
