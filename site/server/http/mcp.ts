/**
 * The Model Context Protocol (modelcontextprotocol.io, revision 2025-06-18), as far as a server without sessions and without streams
 * has it: one JSON-RPC message in, its result out. Pure.
 */
import { z } from 'zod';

/** Revisions whose requests for tools this server answers alike; the newest first. */
export const revisions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;

const Id = z.union([z.string(), z.number()]);
/** A message of a client. `id`: absent in notifications. */
export const McpMessage = z.object({
	jsonrpc: z.literal('2.0'),
	id: Id.optional(),
	method: z.string(),
	params: z.unknown().optional()
});
export type McpMessage = z.infer<typeof McpMessage>;

/** A tool that a model may call. */
export type Tool = {
	title: string;
	description: string;
	input: z.ZodType;
	/** True for a tool that starts nothing. */
	reads: boolean;
};

/** A call of a tool, as a client sends it. */
const Call = z.object({
	name: z.string(),
	arguments: z.record(z.string(), z.unknown()).default({})
});
const Initialize = z.object({ protocolVersion: z.string() });

/** What to do about a message: send a result or an error, nothing, or call a tool with these arguments and send what it says. */
export type McpStep =
	| { kind: 'result'; result: unknown }
	| { kind: 'error'; code: number; message: string }
	| { kind: 'nothing' }
	| { kind: 'call'; name: string; arguments: Record<string, unknown> };

/** @param tools by their names @param instructions of the server to the model */
export function stepFor(
	{ id, method, params }: McpMessage,
	tools: Record<string, Tool>,
	server: { version: string; instructions: string }
): McpStep {
	if (id === undefined) return { kind: 'nothing' };
	switch (method) {
		case 'initialize': {
			const asked = Initialize.safeParse(params);
			const revision = revisions.find((known) => known === asked.data?.protocolVersion);
			return {
				kind: 'result',
				result: {
					protocolVersion: revision ?? revisions[0],
					capabilities: { tools: {} },
					serverInfo: { name: 'cyclelab', title: 'Cyclelab', version: server.version },
					instructions: server.instructions
				}
			};
		}
		case 'ping':
			return { kind: 'result', result: {} };
		case 'tools/list':
			return { kind: 'result', result: { tools: Object.entries(tools).map(described) } };
		case 'tools/call': {
			const call = Call.safeParse(params);
			if (!call.success || !Object.hasOwn(tools, call.data.name))
				return {
					kind: 'error',
					code: invalidParams,
					message: 'There is no such tool. See tools/list.'
				};
			return { kind: 'call', ...call.data };
		}
		default:
			return { kind: 'error', code: methodNotFound, message: `This server has no ${method}.` };
	}
}

/** Of JSON-RPC 2.0, section 5.1. */
export const invalidRequest = -32600;
const methodNotFound = -32601;
const invalidParams = -32602;

const described = ([name, { title, description, input, reads }]: [string, Tool]) => ({
	name,
	title,
	description,
	inputSchema: z.toJSONSchema(input, { io: 'input' }),
	annotations: { readOnlyHint: reads, destructiveHint: false, openWorldHint: false }
});

/** What a tool says, as the result of a call. */
export const said = (text: string, isError = false) => ({
	content: [{ type: 'text', text }],
	...(isError && { isError })
});
