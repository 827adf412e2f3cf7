/** A check with a sentence for people: the value, or what is wrong (docs/style.md, "Errors"). Pure. */

export type Checked<Value> = { ok: true; value: Value } | { ok: false; sentence: string };

export const accepted = <Value>(value: Value): Checked<Value> => ({ ok: true, value });
export const refused = (sentence: string): Checked<never> => ({ ok: false, sentence });
