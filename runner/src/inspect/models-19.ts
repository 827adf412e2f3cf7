/**
 * The models that llvm-mca 19 has for the names in `models.ts`. Checked likewise, by running llvm-mca-19 with each name.
 */
import { modelOf, type Model } from './models.ts';

/**
 * The names for which it has another model, or another number of instructions a cycle. It counts what Arm's cores can dispatch in
 * micro-operations; Arm's optimization guides ("Dispatch constraints") let half as many instructions through (llvm-project
 * issue 136374). LLVM 22 has smaller numbers.
 */
const otherwise: Readonly<Record<string, Partial<Model>>> = {
	lunarlake: { ...modelOf('alderlake'), exact: false },
	'neoverse-n1': { dispatch: 4 },
	'neoverse-n2': { dispatch: 5 },
	'neoverse-v1': { dispatch: 8 },
	'neoverse-v2': { dispatch: 8 },
	grace: { dispatch: 8 },
	'neoverse-n3': { ...modelOf('neoverse-n2'), dispatch: 5, exact: false },
	'neoverse-v3': { ...modelOf('neoverse-v2'), dispatch: 8, exact: false },
	'neoverse-v3ae': { ...modelOf('neoverse-v2'), dispatch: 8, exact: false }
};

/** The model that llvm-mca 19 has for a name; it knows all of them. */
export function olderModelOf(mcpu: string): Model | undefined {
	const model = modelOf(mcpu);
	return model && { ...model, ...otherwise[mcpu], mcpu, older: true };
}
