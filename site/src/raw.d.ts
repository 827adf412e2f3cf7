/** A file's text, which Vite puts into the script that imports it. */
declare module '*.txt?raw' {
	const text: string;
	export default text;
}
