/** An id as the API gives them out; anything else is no address of a kept run's file. */
export const match = (param: string): boolean => /^[A-Za-z0-9_-]{22}$/.test(param);
