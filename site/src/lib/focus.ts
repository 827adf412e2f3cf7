/** Shell: an attachment for what takes the place of something that had the focus: who reads by keyboard goes on there. */
export const focus = (element: HTMLElement): void => element.focus();
