import { expect, test } from 'vitest';
import { z } from 'zod';
import { stepFor, type McpMessage, type Tool } from './mcp.ts';

const tools: Record<string, Tool> = {
	look: {
		title: 'Look',
		description: 'Looks.',
		input: z.strictObject({ at: z.string().optional() }),
		reads: true
	}
};
const server = { version: '1.2.3', instructions: 'Ask.' };
const step = (message: Omit<McpMessage, 'jsonrpc'>) =>
	stepFor({ jsonrpc: '2.0', ...message }, tools, server);

test.each([
	['2025-06-18', '2025-06-18'],
	['1999-01-01', '2025-11-25']
])('a client that speaks %s is answered in %s', (asked, answered) => {
	const params = { protocolVersion: asked, capabilities: {}, clientInfo: {} };
	expect(step({ id: 1, method: 'initialize', params })).toEqual({
		kind: 'result',
		result: {
			protocolVersion: answered,
			capabilities: { tools: {} },
			serverInfo: { name: 'cyclelab', title: 'Cyclelab', version: '1.2.3' },
			instructions: 'Ask.'
		}
	});
});

test('tools are listed with the schema of their arguments', () => {
	expect(step({ id: 'a', method: 'tools/list', params: {} })).toEqual({
		kind: 'result',
		result: {
			tools: [
				{
					name: 'look',
					title: 'Look',
					description: 'Looks.',
					inputSchema: {
						$schema: 'https://json-schema.org/draft/2020-12/schema',
						type: 'object',
						properties: { at: { type: 'string' } },
						additionalProperties: false
					},
					annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false }
				}
			]
		}
	});
});

test('a call names its tool and arguments; another tool, or another method, is an error', () => {
	expect(step({ id: 1, method: 'tools/call', params: { name: 'look' } })).toEqual({
		kind: 'call',
		name: 'look',
		arguments: {}
	});
	for (const name of ['jump', 'toString'])
		expect(step({ id: 1, method: 'tools/call', params: { name } })).toEqual({
			kind: 'error',
			code: -32602,
			message: 'There is no such tool. See tools/list.'
		});
	expect(step({ id: 1, method: 'prompts/list', params: {} })).toEqual({
		kind: 'error',
		code: -32601,
		message: 'This server has no prompts/list.'
	});
});

test('a notification is not answered', () => {
	expect(step({ method: 'notifications/initialized', params: undefined })).toEqual({
		kind: 'nothing'
	});
});
