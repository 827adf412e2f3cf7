/** Optional members of an object. Pure. */

type Defined<Members> = {
	[Name in keyof Members]?: Exclude<Members[Name], undefined>;
};

/** The members that are not undefined, in their order: `{ ...rest, ...defined({ line, column }) }`. */
export function defined<Members extends object>(members: Members): Defined<Members> {
	const present = { ...members } as Defined<Members>;
	for (const name in present) if (present[name] === undefined) delete present[name];
	return present;
}
