import { expect, test } from 'vitest';
import { accepted, refused } from '../../shared/checked.ts';
import { idsIn } from './delete-command.ts';

const id = 'AAAAAAAAAAAAAAAAAAAA-_';

test.each([
	id,
	`/s/${id}`,
	`https://cycles.example/s/${id}`,
	`https://cycles.example/s/${id}.png?size=small`,
	`https://cycles.example/embed/s/${id}`,
	`https://cycles.example/s/${id}?variant=b#asm=1-2`
])('%s names a shared run', (word) => expect(idsIn([word, word])).toEqual(accepted([id, id])));

test('a word that names none is named', () => {
	expect(idsIn([])).toEqual(refused('Which shared run? Give its address.'));
	expect(idsIn([id, '--all'])).toEqual(refused('"--all" is not the address of a shared run.'));
	expect(idsIn([`https://cycles.example/w/${id}`])).toEqual(
		refused(expect.stringContaining('is not the address'))
	);
});
