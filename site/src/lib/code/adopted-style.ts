/**
 * What Monaco takes for a <style> element (lean-monaco.ts). Its rules are in a constructed sheet, which the pages' content
 * security policy allows without a nonce: script that runs may set them, markup cannot.
 */
export class AdoptedStyle {
	/** Monaco sets these; nothing reads them. */
	type = '';
	className = '';
	readonly sheet = new CSSStyleSheet();
	#text = '';
	#root: DocumentOrShadowRoot | undefined;

	set media(query: string) {
		this.sheet.media.mediaText = query;
	}

	get textContent(): string {
		return this.#text;
	}

	set textContent(rules: string) {
		this.#text = rules;
		this.sheet.replaceSync(rules);
	}

	/** Applies the rules where the container is: in a shadow tree, or in the document, also if it is not attached yet. */
	appendTo(container: Node): void {
		const root = container.getRootNode();
		this.#root = root instanceof ShadowRoot ? root : document;
		this.#root.adoptedStyleSheets.push(this.sheet);
	}

	remove(): void {
		if (!this.#root) return;
		const others = this.#root.adoptedStyleSheets.filter((sheet) => sheet !== this.sheet);
		this.#root.adoptedStyleSheets = others;
		this.#root = undefined;
	}
}
