/**
 * Svelte preprocessor: puts the site's base path before the links of components. `href` and `action` of elements pass through `inSite`
 * (src/lib/ui/base.ts), so that pages write every path from the site's root.
 */
import { parse, type AST, type PreprocessorGroup } from 'svelte/compiler';

const attributes = new Set(['href', 'action']);
const helper = '__inSite';
const imported = `import { inSite as ${helper} } from '#lib/ui/base.ts';`;

export const linksBelowBase = (): PreprocessorGroup => ({
	name: 'links-below-base',
	markup({ content, filename = '' }) {
		if (filename.includes('/node_modules/')) return;
		const code = withBase(content);
		return code === undefined ? undefined : { code };
	}
});

/** The component with its links passed through `inSite`; undefined if it has none. */
export function withBase(source: string): string | undefined {
	const root = parse(source, { modern: true });
	const found = attributesIn(root.fragment).flatMap((attribute) => {
		const value = valueOf(attribute, source);
		return value === undefined ? [] : [{ ...attribute, text: `${attribute.name}={${value}}` }];
	});
	if (found.length === 0) return undefined;
	let code = source;
	for (const { start, end, text } of found.toSorted((a, b) => b.start - a.start))
		code = code.slice(0, start) + text + code.slice(end);
	const script = /<script(?![^>]*\bmodule\b)[^>]*>/.exec(code);
	if (!script) return `<script lang="ts">${imported}</script>\n${code}`;
	const place = script.index + script[0].length;
	return code.slice(0, place) + imported + code.slice(place);
}

function attributesIn(node: unknown): AST.Attribute[] {
	if (Array.isArray(node)) return node.flatMap(attributesIn);
	if (typeof node !== 'object' || node === null) return [];
	const own =
		'type' in node && node.type === 'RegularElement'
			? (node as AST.RegularElement).attributes.filter(
					(attribute) => attribute.type === 'Attribute' && attributes.has(attribute.name)
				)
			: [];
	return [...(own as AST.Attribute[]), ...Object.values(node).flatMap(attributesIn)];
}

/** An attribute's value as an expression that `inSite` has; undefined if it is a text that names no path. */
function valueOf({ value }: AST.Attribute, source: string): string | undefined {
	if (value === true) return undefined;
	const parts = Array.isArray(value) ? value : [value];
	const [first] = parts;
	if (!first || (first.type === 'Text' && !/^\/(?!\/)/.test(first.data))) return undefined;
	const expression = (part: AST.ExpressionTag) => {
		const { start, end } = part.expression as unknown as { start: number; end: number };
		return source.slice(start, end);
	};
	if (parts.length === 1 && first.type === 'ExpressionTag')
		return `${helper}(${expression(first)})`;
	const texts = parts.map((part) =>
		part.type === 'Text'
			? part.data.replaceAll(/[\\`$]/g, String.raw`\$&`)
			: `\${(${expression(part)}) ?? ''}`
	);
	return `${helper}(\`${texts.join('')}\`)`;
}
