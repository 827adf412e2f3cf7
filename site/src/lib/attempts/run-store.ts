/** Shell: kept runs in the browser's database. It may be forbidden, or full: then a run is simply not kept. */
import type { KeptRun } from './kept-run.ts';

/** Where kept runs are; tests pass a plain one. */
export interface RunStore {
	/** Of one exercise, or of all; the newest first. */
	list(exercise?: string): Promise<KeptRun[]>;
	keep(run: KeptRun): Promise<void>;
	remove(id: string): Promise<void>;
	clear(): Promise<void>;
}

/** Most runs kept of one exercise; the oldest go first. A run takes some ten to some hundred kB. */
export const mostKept = 40;

const [database, store, byExercise] = ['cyclelab', 'runs', 'exercise'];

export function openRunStore(): RunStore {
	let opened: Promise<IDBDatabase> | undefined;
	const open = () => (opened ??= connect());

	async function within<T>(
		mode: IDBTransactionMode,
		act: (runs: IDBObjectStore) => IDBRequest<T> | undefined
	): Promise<T | undefined> {
		const transaction = (await open()).transaction(store, mode);
		const request = act(transaction.objectStore(store));
		await new Promise<void>((resolve, reject) => {
			transaction.oncomplete = () => resolve();
			transaction.onabort = () => reject(transaction.error);
		});
		return request?.result;
	}
	const quietly = <T>(work: Promise<T>, otherwise: T): Promise<T> => work.catch(() => otherwise);

	async function list(exercise?: string): Promise<KeptRun[]> {
		const all = await within<KeptRun[]>('readonly', (runs) =>
			exercise === undefined ? runs.getAll() : runs.index(byExercise).getAll(exercise)
		);
		return (all ?? []).filter(({ version }) => version === 1).toSorted(newestFirst);
	}

	return {
		list: (exercise) => quietly(list(exercise), []),
		keep: (run) =>
			quietly(
				(async () => {
					await within('readwrite', (runs) => runs.put(run));
					const beyond = (await list(run.report.exercise)).slice(mostKept);
					await within('readwrite', (runs) => {
						for (const { id } of beyond) runs.delete(id);
						return undefined;
					});
				})(),
				undefined
			),
		remove: (id) => quietly(within('readwrite', (runs) => runs.delete(id)).then(), undefined),
		clear: () => quietly(within('readwrite', (runs) => runs.clear()).then(), undefined)
	};
}

function connect(): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const request = indexedDB.open(database, 1);
		request.onupgradeneeded = () =>
			request.result
				.createObjectStore(store, { keyPath: 'id' })
				.createIndex(byExercise, 'report.exercise');
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

const newestFirst = (a: KeptRun, b: KeptRun) =>
	b.report.startedAt.localeCompare(a.report.startedAt);
