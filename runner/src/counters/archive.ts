/** A tar archive of one file, as the engine hands one out. Pure. */

const block = 512;

/** Its content. Header: POSIX.1-1988 ustar, the size as octal digits at offset 124. */
export function onlyFileOf(archive: Buffer): Buffer {
	const size = parseInt(archive.toString('latin1', 124, 136), 8);
	const isFile = archive.toString('latin1', 156, 157) === '0';
	if (!isFile || !(size >= 0) || archive.length < block + size)
		throw new Error('The engine sent something else than the file it was asked for.');
	return archive.subarray(block, block + size);
}
