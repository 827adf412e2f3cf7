/**
 * Starts one product for all tests that do not stop or change it; other tests start a separate one. With CYCLELAB_URL the
 * tests use the product at that address.
 */
import { startProduct } from './product.ts';

export default async function setUp(): Promise<() => Promise<void>> {
	if (process.env.CYCLELAB_URL) return async () => {};
	const product = await startProduct({ runner: true });
	process.env.CYCLELAB_URL = product.url;
	process.env.CYCLELAB_E2E_DATA = product.dataDir;
	return async () => {
		await product.stop();
	};
}
