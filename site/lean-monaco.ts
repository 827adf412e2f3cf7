/**
 * Removes the parts of Monaco that this site cannot use from the build, so that browsers do not download them. Each listed
 * module is replaced by stubs of its imported names, which do nothing, or throw with the module's name when used. A list
 * of files is necessary because Monaco has no option for this: its API references all of them.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** A class that is never instantiated. */
const absent = (name: string) => `export class ${name} {
	constructor() {
		throw new Error('${name} is left out of this build of Monaco (site/lean-monaco.ts).');
	}
}
`;
/** An editor contribution that this editor lacks; Monaco checks for it at each use. */
const missing = (name: string) => `export class ${name} {
	static get() {
		return null;
	}
}
`;

/** Modules below `monaco-editor/esm/vs`, without `.js`, and their replacements. */
const leftOut: Record<string, string> = {
	// No page compares two texts in an editor (attempts are compared line by line: ui/diff.ts).
	'editor/browser/widget/diffEditor/diffEditorWidget': absent('DiffEditorWidget'),
	'editor/browser/widget/multiDiffEditor/multiDiffEditorWidget': absent('MultiDiffEditorWidget'),
	'editor/common/diff/linesDiffComputers': 'export const linesDiffComputers = {};',
	// The command palette is not registered, nor any command that opens it.
	'editor/standalone/browser/quickInput/standaloneQuickInputService': absent(
		'StandaloneQuickInputService'
	),
	// Lists and trees of the palette and of peeked references.
	'platform/list/browser/listService': `import { createDecorator } from '../../instantiation/common/instantiation.js';
export const IListService = createDecorator('listService');
${absent('ListService')}`,
	// Text drawn by WebGPU: experimental, off by default.
	'editor/browser/gpu/viewGpuContext': absent('ViewGpuContext'),
	'editor/browser/viewParts/viewLinesGpu/viewLinesGpu': absent('ViewLinesGpu'),
	// Grammars in WebAssembly; this site uses Monarch grammars.
	'editor/common/model/tokens/treeSitter/treeSitterSyntaxTokenBackend': absent(
		'TreeSitterSyntaxTokenBackend'
	),
	// No provider of definitions, fixes, hints or colours is registered, so hovers cannot show any.
	'editor/contrib/gotoSymbol/browser/link/goToDefinitionAtPosition': missing(
		'GotoDefinitionAtPositionEditorContribution'
	),
	'editor/contrib/codeAction/browser/codeActionController': missing('CodeActionController'),
	'editor/contrib/inlayHints/browser/inlayHintsHover': absent('InlayHintsHover'),
	'editor/contrib/colorPicker/browser/hoverColorPicker/hoverColorPickerParticipant':
		absent('ColorHover') + absent('HoverColorPickerParticipant'),
	// The clipboard module pastes text; this module offers other ways to paste a file or an image.
	'editor/contrib/dropOrPasteInto/browser/copyPasteController': missing('CopyPasteController'),
	// Drop-down lists in toolbars; the find widget's and the markers' toolbars have only buttons.
	'base/browser/ui/selectBox/selectBox':
		absent('SelectBox') + 'export const SeparatorSelectOption = undefined;'
};

const folder = '/monaco-editor/esm/vs/';

/**
 * Modules that create <style> elements, and where they append them. The pages' content security policy refuses such an
 * element, so they get a constructed sheet instead. While developing, SvelteKit's policy allows the elements.
 */
const styling: Record<string, string> = {
	'base/browser/domStylesheets': 'container',
	'base/browser/ui/contextview/contextview': 'this.shadowRoot'
};
const adoptedStyle = fileURLToPath(new URL('src/lib/code/adopted-style.ts', import.meta.url));

/** What the policy refuses as well: the only attribute of style in the package of Vim's keys. It moves a text to the right. */
const vimStyle = 'this.keyInfoNode.setAttribute("style", "float: right");';

const moduleOf = (id: string) => id.slice(id.lastIndexOf(folder) + folder.length, -'.js'.length);

/** Fails the build if Monaco no longer has a listed module, so that the lists are revised. */
export function leanMonaco(): Plugin {
	const met = new Set<string>();
	return {
		name: 'lean-monaco',
		apply: 'build',
		load: {
			filter: { id: /\/monaco-editor\/esm\/vs\/.*\.js$/ },
			handler(id) {
				const module = moduleOf(id);
				const instead = leftOut[module];
				if (instead === undefined) return;
				met.add(module);
				return { code: instead, moduleSideEffects: false };
			}
		},
		transform: {
			filter: { id: /\/monaco-editor\/esm\/vs\/.*\.js$|\/monaco-vim\/dist\/index\.mjs$/ },
			handler(code, id) {
				if (id.endsWith('/monaco-vim/dist/index.mjs')) {
					if (!code.includes(vimStyle)) this.error('monaco-vim has another status line.');
					return { code: code.replace(vimStyle, ''), map: null };
				}
				const module = moduleOf(id);
				const container = styling[module];
				if (container === undefined) return;
				const created = "document.createElement('style')";
				const appended = `${container}.appendChild(style)`;
				if (!code.includes(created) || !code.includes(appended)) return;
				met.add(module);
				const adopted = code
					.replace(created, 'new AdoptedStyle()')
					.replace(appended, `style.appendTo(${container})`);
				const from = JSON.stringify(adoptedStyle);
				return { code: `import { AdoptedStyle } from ${from};\n${adopted}`, map: null };
			}
		},
		buildEnd(error) {
			// The server-side build has no editor.
			if (error || met.size === 0) return;
			const lost = [...Object.keys(leftOut), ...Object.keys(styling)].filter(
				(module) => !met.has(module)
			);
			if (lost.length > 0) this.error(`Monaco has no module ${lost.join(', ')} any more.`);
		}
	};
}
