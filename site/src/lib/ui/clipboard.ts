/** Shell: the browser's clipboard. A page that came over plain HTTP has none, and a browser may refuse. */
export const copied = async (text: string): Promise<boolean> => {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false;
	}
};

export const notCopied = 'The browser did not allow it. Select the text and copy it.';
