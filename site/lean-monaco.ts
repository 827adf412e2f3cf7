/**
 * What of Monaco no reader of ours can reach, left out of the build: nobody downloads it. Each module on the list is
 * replaced by the few names that others import from it, which do nothing, or throw with the module's name if somebody
 * does make use of them. A list of files and no switch, because Monaco has none: its API holds on to all of them.
 */
import type { Plugin } from 'vite';

/** A class nobody makes anything of. */
const absent = (name: string) => `export class ${name} {
	constructor() {
		throw new Error('${name} is left out of this build of Monaco (site/lean-monaco.ts).');
	}
}
`;
/** A part of an editor that this editor does not have; Monaco asks each time whether there is one. */
const missing = (name: string) => `export class ${name} {
	static get() {
		return null;
	}
}
`;

/** Modules below `monaco-editor/esm/vs`, without `.js`, and what stands for each. */
const leftOut: Record<string, string> = {
	// No page compares two texts in an editor (attempts are compared line by line: attempts/diff.ts).
	'editor/browser/widget/diffEditor/diffEditorWidget': absent('DiffEditorWidget'),
	'editor/browser/widget/multiDiffEditor/multiDiffEditorWidget': absent('MultiDiffEditorWidget'),
	'editor/common/diff/linesDiffComputers': 'export const linesDiffComputers = {};',
	// The command palette is not registered, nor any command with a key that asks in its place.
	'editor/standalone/browser/quickInput/standaloneQuickInputService': absent(
		'StandaloneQuickInputService'
	),
	// Lists and trees in the place of the palette and of peeked references.
	'platform/list/browser/listService': `import { createDecorator } from '../../instantiation/common/instantiation.js';
export const IListService = createDecorator('listService');
${absent('ListService')}`,
	// Text drawn by WebGPU: an experiment, off unless asked for.
	'editor/browser/gpu/viewGpuContext': absent('ViewGpuContext'),
	'editor/browser/viewParts/viewLinesGpu/viewLinesGpu': absent('ViewLinesGpu'),
	// Grammars in WebAssembly; ours are Monarch's.
	'editor/common/model/tokens/treeSitter/treeSitterSyntaxTokenBackend': absent(
		'TreeSitterSyntaxTokenBackend'
	),
	// Nobody provides definitions, fixes, hints or colours of a text, so hovers cannot show any.
	'editor/contrib/gotoSymbol/browser/link/goToDefinitionAtPosition': missing(
		'GotoDefinitionAtPositionEditorContribution'
	),
	'editor/contrib/codeAction/browser/codeActionController': missing('CodeActionController'),
	'editor/contrib/inlayHints/browser/inlayHintsHover': absent('InlayHintsHover'),
	'editor/contrib/colorPicker/browser/hoverColorPicker/hoverColorPickerParticipant':
		absent('ColorHover') + absent('HoverColorPickerParticipant'),
	// Pasting text is the clipboard's; this one asks what else a file or an image might be pasted as.
	'editor/contrib/dropOrPasteInto/browser/copyPasteController': missing('CopyPasteController'),
	// A choice within a toolbar; the find widget's and the markers' toolbars have buttons only.
	'base/browser/ui/selectBox/selectBox':
		absent('SelectBox') + 'export const SeparatorSelectOption = undefined;'
};

const folder = '/monaco-editor/esm/vs/';

/** Fails the build when Monaco has lost a module of the list: the list is then to be read again. */
export function leanMonaco(): Plugin {
	const met = new Set<string>();
	return {
		name: 'lean-monaco',
		apply: 'build',
		load: {
			filter: { id: /\/monaco-editor\/esm\/vs\/.*\.js$/ },
			handler(id) {
				const module = id.slice(id.lastIndexOf(folder) + folder.length, -'.js'.length);
				const instead = leftOut[module];
				if (instead === undefined) return;
				met.add(module);
				return { code: instead, moduleSideEffects: false };
			}
		},
		buildEnd(error) {
			// The pages' server has no editor.
			if (error || met.size === 0) return;
			const lost = Object.keys(leftOut).filter((module) => !met.has(module));
			if (lost.length > 0) this.error(`Monaco has no module ${lost.join(', ')} any more.`);
		}
	};
}
