#!/usr/bin/env node
/** Shell: the command-line client. Node 18 or newer and no packages, so that `npx` and CI jobs can start it as it is. */
import { setDefaultResultOrder } from 'node:dns';
import { openApi, SiteRefused } from './api.mjs';
import { coloured, hasColours } from './colour.mjs';
import { comparedMarkdown, comparedStatus, comparedText, failuresOf } from './compare.mjs';
import { completionOf } from './completion.mjs';
import { defaultKernel, ownKernels, withKernel } from './kernels.mjs';
import { readOptions } from './options.mjs';
import { entryOf, readSeries, seriesOf } from './series.mjs';
import { appendLine, commitWith, NoFile, textIn, textOfVersion, writeText } from './sources.mjs';
import { failureStatus, status, statusOf } from './status.mjs';
import { printable, stateOf, textOf } from './text.mjs';
import { entryText, judged, trackJson, trackStatus, trackText } from './track.mjs';
import { trackSvg } from './track-svg.mjs';
import { usageOf } from './usage.mjs';

// Node 18 tries one address only, and "localhost" may be ::1 first, where `npm start` does not listen.
setDefaultResultOrder('ipv4first');

/** @param {string} text */
const print = (text) =>
	void process.stdout.write(printable(text.endsWith('\n') ? text : `${text}\n`));
/** A text for people, in colours on a terminal. @param {string} text */
const printText = (text) =>
	void process.stdout.write(
		hasColours(process.stdout, process.env) ? coloured(printable(text)) : printable(text)
	);
/** @param {string} text */
const say = (text) => void process.stderr.write(printable(`${text}\n`));

/**
 * Starts a run and waits for its report; undefined after a message if it has none.
 * @param {ReturnType<typeof openApi>} api @param {Record<string, unknown>} request @param {boolean} quiet
 * @returns {Promise<{ id: string, report: any } | undefined>}
 */
async function finished(api, request, quiet) {
	const accepted = await api.post('/api/runs', request);
	let printed = '';
	const view = await api.follow(accepted, (now) => {
		const line = stateOf(now);
		if (!quiet && line !== printed) say(line);
		printed = line;
	});
	if (view.report) return view;
	say(view.failure ? `${view.failure.message} (${view.failure.id})` : `The run was ${view.state}.`);
	return undefined;
}

/** @param {import('./options.mjs').RunOptions} options @returns {Promise<number>} */
async function run(options) {
	const { site, exercise, output } = options;
	const api = openApi(site, options.timeoutMs);
	const sources = await Promise.all(
		options.sources.map(async ({ variant, file }) => [variant, await textIn(file)])
	);
	const request = {
		exercise,
		...options.request,
		...(sources.length > 0 ? { sources: Object.fromEntries(sources) } : {})
	};
	const view = await finished(api, request, options.quiet);
	if (!view) return status.site;
	const kept = options.snapshot ? await api.post('/api/snapshots', { run: view.id }) : undefined;
	if (output === 'json') print(JSON.stringify(view.report));
	else if (output === 'markdown') print(await api.text(`${kept.page}.md`));
	else printText(textOf(view.report, options));
	// Progress messages would be mixed with JSON or Markdown output.
	if (kept) (output === 'text' ? print : say)(`${site}${kept.page}`);
	const { status: code, message } = statusOf(view.report, options);
	if (message) say(message);
	return code;
}

/** @param {import('./options.mjs').CompareOptions} options @returns {Promise<number>} */
async function compare(options) {
	const { site, versions, request, language, kernel, atMost, output } = options;
	const texts = await Promise.all(versions.map(textOfVersion));
	if (versions[0]?.base !== undefined && texts[0] === texts[1]) {
		say(`${versions[0].file} is the same as in ${versions[0].base}: nothing was measured.`);
		return status.good;
	}
	const { exercise, variants } = ownKernels;
	const [to = '', of = ''] = variants;
	const sources = Object.fromEntries(
		variants.map((id, at) => [id, withKernel(texts[at] ?? '', language, kernel)])
	);
	const api = openApi(site, options.timeoutMs);
	const view = await finished(api, { exercise, ...request, sources }, options.quiet);
	if (!view) return status.site;
	const kept = options.snapshot ? await api.post('/api/snapshots', { run: view.id }) : undefined;
	const compared = {
		names: versions.map(({ file, base }) => (base === undefined ? file : `${base}:${file}`)),
		versions: await api.json(`/api/runs/${view.id}/versions?of=${of}&to=${to}`),
		report: view.report,
		...addedTo(texts, options),
		...(kept ? { page: `${site}${kept.page}` } : {})
	};
	const failures = failuresOf(compared, { verbose: true });
	if (output === 'json') print(JSON.stringify({ run: view.id, ...compared.versions, failures }));
	else if (output === 'markdown') print(comparedMarkdown(compared, options));
	else printText(comparedText(compared, options));
	return comparedStatus(compared, atMost);
}

/**
 * The function that --kernel names, for the messages about a call of it that the client added.
 * @param {readonly string[]} texts of the files @param {{ language: string, kernel: string }} options
 * @returns {{ kernel?: import('./compare.mjs').Kernel }}
 */
const addedTo = (texts, { language, kernel: name }) =>
	name === defaultKernel
		? {}
		: { kernel: { name, language, lines: texts.map((text) => text.trimEnd().split('\n').length) } };

/** @param {import('./options.mjs').MeasureOptions} options @returns {Promise<number>} */
async function track(options) {
	const { site, file, kernel, language, series, request, output } = options;
	const text = await textIn(file);
	const at = await commitWith(file, text);
	const [variant = ''] = ownKernels.variants;
	const api = openApi(site, options.timeoutMs);
	const { exercise } = ownKernels;
	const sources = { [variant]: withKernel(text, language, kernel) };
	const view = await finished(api, { exercise, ...request, sources }, options.quiet);
	if (!view) return status.site;
	const { report } = view;
	const named = { report, names: [file], ...addedTo([text], options) };
	const failures = failuresOf(named, { verbose: false });
	for (const { sentence, messages } of failures) say([sentence, ...messages].join('\n  '));
	if (failures.length > 0) return failureStatus(failures);
	const versions = await api.json(`/api/runs/${view.id}/versions?of=${variant}&to=${variant}`);
	const { page } = await api.post('/api/snapshots', { run: view.id });
	const entry = entryOf({ kernel, ...at, page: `${site}${page}`, report, versions });
	if (!entry) {
		say(`${file} was not measured, so ${series} has no new line.`);
		return status.noVerdict;
	}
	const line = JSON.stringify(entry);
	await appendLine(series, line);
	if (output === 'json') print(line);
	else printText(entryText(entry, series));
	return status.good;
}

/** @param {import('./options.mjs').ShowSeriesOptions} options @returns {Promise<number>} */
async function showSeries({ series, svg, leastChange, output }) {
	const { entries, malformed } = readSeries(await textIn(series));
	const all = seriesOf(entries).map((entry) => judged(entry, leastChange));
	if (svg !== undefined) await writeText(svg, trackSvg(all));
	if (output === 'json') for (const series of all) print(JSON.stringify(trackJson(series)));
	else if (all.length > 0) printText(all.map(trackText).join('\n'));
	else say(`not enough data: ${series} has no measurement.`);
	for (const { line, reason } of malformed)
		say(`Line ${line} of ${series} ${reason}; it is left out here and stays in the file.`);
	return trackStatus(all, malformed);
}

/** @param {import('./options.mjs').ListOptions} options @returns {Promise<number>} */
async function list({ site, output }) {
	const all = await openApi(site, 30_000).json('/api/exercises');
	if (output === 'json') for (const exercise of all) print(JSON.stringify(exercise));
	else
		for (const { slug, title, languages } of all)
			print(`${slug.padEnd(28)} ${title} (${languages.join(', ')})`);
	return status.good;
}

/** @returns {Promise<number>} */
async function main() {
	const options = readOptions(process.argv.slice(2), process.env);
	switch (options.command) {
		case 'help':
			print(usageOf(options.about));
			return status.good;
		case 'wrong':
			say(`${options.message} "cyclelab help" lists the commands.`);
			return status.usage;
		case 'completion':
			print(completionOf(options.shell));
			return status.good;
		case 'list':
			return list(options);
		case 'show':
			print(await openApi(options.site, 30_000).text(`/s/${options.id}.${options.format}`));
			return status.good;
		case 'compare':
			return compare(options);
		case 'track':
			return 'file' in options ? track(options) : showSeries(options);
		case 'run':
			return run(options);
	}
}

main().then(
	(code) => (process.exitCode = code),
	(error) => {
		const refused = error instanceof SiteRefused && error.status >= 400 && error.status < 500;
		if (!(error instanceof SiteRefused || error instanceof NoFile)) throw error;
		say(error.message);
		process.exitCode = refused || error instanceof NoFile ? status.usage : status.site;
	}
);
