/** Which predictors are asked about blocks on a processor, and how. Pure. */
import { boundIds } from '@cyclelab/contract/blocks/reason';
import { leadingModel, offeredModels, type Model } from '../inspect/models.ts';
import { olderModelOf } from '../inspect/models-19.ts';
import { architectureFor } from '../inspect/osaca.ts';
import type { Question } from '../inspect/predict.ts';
import { llvmVersion, olderLlvmMca } from '../sandbox/llvm.ts';
import type { Predictor } from '@cyclelab/contract/schema/blocks';

export const bounds = ['width', 'ports', 'chain', 'largest'] as const;
type Bound = (typeof bounds)[number];

/** What is sent to llvm-mca, which model of OSACA is asked, or which bound is computed. */
export type Asked = {
	predictor: Predictor;
	by:
		| { question: Question }
		| { osaca: NonNullable<ReturnType<typeof architectureFor>> }
		| { bound: Bound };
};

/**
 * The leading model first, whose details the bounds need. Throws if there is no model.
 * @param osacaVersion as its image has it; undefined to leave OSACA out
 */
export function predictorsFor(
	microarchitecture: string,
	osacaVersion: string | undefined
): Asked[] {
	const leader = leadingModel(microarchitecture, 'x86-64');
	if (!leader) throw new Error('There is no model for x86-64.');
	const { model } = leader;
	const isOwn = (one: Model) => leader.host && one.mcpu === model.mcpu;
	const mca = (model: Model, noalias = true, detailed = false): Asked => {
		const version = model.older ? olderLlvmMca.version : `${llvmVersion} (corrected)`;
		return {
			predictor: {
				id: `llvm-mca ${version}, ${model.mcpu}${noalias ? '' : ', may alias'}`,
				tool: 'llvm-mca',
				version,
				model: model.model,
				exact: isOwn(model) && model.exact,
				options: [
					`--mcpu=${model.mcpu}`,
					...(model.dispatch === undefined ? [] : [`--dispatch=${model.dispatch}`]),
					...(noalias ? [] : ['--noalias=false'])
				]
			},
			by: { question: { model, noalias, host: isOwn(model), detailed } }
		};
	};
	const older = olderModelOf(model.mcpu);
	const osaca = architectureFor(microarchitecture, 'x86-64');
	return [
		mca(model, true, true),
		mca(model, false),
		...(older ? [mca(older)] : []),
		...offeredModels('x86-64')
			.filter(({ mcpu }) => mcpu !== model.mcpu)
			.map((model) => mca(model)),
		...(osaca && osacaVersion !== undefined ? [osacaOf(osaca, osacaVersion)] : []),
		...bounds.map((bound): Asked => ({
			predictor: {
				id: boundIds[bound],
				tool: 'bound',
				version: `${llvmVersion}`,
				model: model.model,
				exact: isOwn(model) && model.exact,
				options: []
			},
			by: { bound }
		}))
	];
}

const osacaOf = (
	osaca: NonNullable<ReturnType<typeof architectureFor>>,
	version: string
): Asked => ({
	predictor: {
		id: `OSACA ${version}, ${osaca.architecture.name}`,
		tool: 'osaca',
		version,
		model: osaca.architecture.name,
		exact: osaca.architecture.exact,
		options: [`--arch=${osaca.architecture.name}`]
	},
	by: { osaca }
});
