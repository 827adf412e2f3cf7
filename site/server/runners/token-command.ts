/** The arguments and the output of `npm run runner:token`. Pure. */
import { parseArgs } from 'node:util';
import { Target } from '@cyclelab/exercises/schema';
import { accepted, refused, type Checked } from '../../shared/checked.ts';
import type { TokenRow } from './tokens.ts';

export type TokenCommand =
	| { do: 'add'; label: string; arch?: Target }
	| { do: 'revoke'; id: string }
	| { do: 'list' };

export const usage = `npm run runner:token -- --label <name> [--arch ${Target.options.join('|')}]   makes one, shown once
npm run runner:token -- --list                                 all of them, and who uses them
npm run runner:token -- --revoke <id>                          disconnects its runner, for good`;

/** Longest label, characters. */
const labelCharacters = 63;

/** The parsed arguments, or the mistake in them. */
export function readTokenCommand(words: string[]): Checked<TokenCommand> {
	const options = {
		label: { type: 'string' },
		arch: { type: 'string' },
		revoke: { type: 'string' },
		list: { type: 'boolean' }
	} as const;
	let values;
	try {
		({ values } = parseArgs({ args: words, options, strict: true }));
	} catch (error) {
		return refused(error instanceof Error ? error.message : String(error));
	}
	const { label, arch, revoke, list } = values;
	if ([label, revoke, list].filter((option) => option !== undefined).length !== 1)
		return refused('Say one of --label, --list and --revoke.');
	if (list) return accepted({ do: 'list' });
	if (revoke !== undefined) return accepted({ do: 'revoke', id: revoke });
	if (label === undefined || !/^[\x20-\x7e]+$/.test(label.trim()) || label.length > labelCharacters)
		return refused(`A label is 1 to ${labelCharacters} plain characters, such as graviton-1.`);
	if (arch === undefined) return accepted({ do: 'add', label: label.trim() });
	const target = Target.safeParse(arch);
	return target.success
		? accepted({ do: 'add', label: label.trim(), arch: target.data })
		: refused(`There is no architecture "${arch}"; there are ${Target.options.join(' and ')}.`);
}

/** A table of tokens for a terminal. */
export function listOf(tokens: TokenRow[]): string {
	if (tokens.length === 0) return 'There are no tokens.';
	const at = (date: Date | null) => date?.toISOString().slice(0, 16).replace('T', ' ') ?? 'never';
	const rows = [
		['id', 'label', 'made (UTC)', 'last used', 'runner', 'arch', 'state'],
		...tokens.map((token) => [
			token.id,
			token.label,
			at(token.created_at),
			at(token.last_used_at),
			token.runner ?? '-',
			token.arch ?? '-',
			token.revoked_at ? `revoked ${at(token.revoked_at)}` : 'valid'
		])
	];
	const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? [];
	return rows
		.map((row) =>
			row
				.map((cell, i) => cell.padEnd(widths[i] ?? 0))
				.join('  ')
				.trimEnd()
		)
		.join('\n');
}
