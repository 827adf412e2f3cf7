/**
 * Shell: makes one data folder with an empty store of the present version, before all tests of a suite. A test that does not
 * ask for an empty folder (`emptyStore`) gets a copy, which costs a quarter of a new cluster and its migrations.
 */
import { emptyStore, startSite, storeTemplate } from './site.ts';

export default async function setUp(): Promise<() => Promise<void>> {
	const store = await emptyStore();
	const site = await startSite(store);
	await site.close();
	process.env[storeTemplate] = store.settings['DATA_DIR'];
	return store.remove;
}
