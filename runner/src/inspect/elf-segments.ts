/** The segments of an ELF file that are mapped to be executed (System V ABI, "Program Loading"). Pure. */
import { isElf } from './elf-sections.ts';

/** e_phoff, e_phentsize and e_phnum in the file's header. */
const [segmentsAt, segmentBytesAt, segmentCountAt] = [0x20, 0x36, 0x38];
/** p_type, p_flags, p_offset, p_vaddr and p_filesz in a segment's header, which has so many bytes. */
const [typeAt, flagsAt, offsetAt, addressAt, sizeAt] = [0x00, 0x04, 0x08, 0x10, 0x20];
const headerBytes = 56;
const loaded = 1;
const executable = 1;

/** `bytes`: those of the file, from `address` on. */
type Segment = { address: number; bytes: Buffer };

/** None if the file is no ELF. A header or bytes that lie outside of the file are left out. */
export function executableSegments(file: Buffer): Segment[] {
	if (!isElf(file)) return [];
	const at = Number(file.readBigUInt64LE(segmentsAt));
	const size = file.readUInt16LE(segmentBytesAt);
	const count = file.readUInt16LE(segmentCountAt);
	const segments: Segment[] = [];
	for (let index = 0; index < count; index++) {
		const header = at + index * size;
		if (header + headerBytes > file.length) break;
		if (file.readUInt32LE(header + typeAt) !== loaded) continue;
		if ((file.readUInt32LE(header + flagsAt) & executable) === 0) continue;
		const from = Number(file.readBigUInt64LE(header + offsetAt));
		const to = from + Number(file.readBigUInt64LE(header + sizeAt));
		if (to > file.length) continue;
		segments.push({
			address: Number(file.readBigUInt64LE(header + addressAt)),
			bytes: file.subarray(from, to)
		});
	}
	return segments;
}
