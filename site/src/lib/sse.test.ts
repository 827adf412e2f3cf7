import { expect, test } from 'vitest';
import { readMessages } from './sse.ts';

test('whole messages are read and the unfinished one is kept', () => {
	expect(
		readMessages(': hello\n\nid: 4\nevent: stage\ndata: {"a":1}\n\ndata: x\ndata: y\n\nid: 5\nda')
	).toEqual({
		messages: [
			{ id: '4', data: '{"a":1}' },
			{ id: undefined, data: 'x\ny' }
		],
		rest: 'id: 5\nda'
	});
});

test('carriage returns are line ends too', () => {
	expect(readMessages('id: 1\r\ndata: z\r\n\r\n')).toEqual({
		messages: [{ id: '1', data: 'z' }],
		rest: ''
	});
});
