/** Shell: an attachment that focuses an element that replaces the focused one, so that keyboard users continue there. */
export const focus = (element: HTMLElement): void => element.focus();
