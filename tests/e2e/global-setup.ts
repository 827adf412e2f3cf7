/**
 * One product for all tests that only use it; those that break something start their own. With CYCLELAB_URL the tests
 * use the product that runs there.
 */
import { startProduct } from './product.ts';

export default async function setUp(): Promise<() => Promise<void>> {
	if (process.env.CYCLELAB_URL) return async () => {};
	const product = await startProduct({ runner: true });
	process.env.CYCLELAB_URL = product.url;
	return async () => {
		await product.stop();
	};
}
