/** The relations that the parts of an exercise's facts must satisfy. Pure. */
import type { Goal } from './challenge.ts';
import type { CodePattern, Place } from './claim.ts';
import type { FactsShape } from './facts-shape.ts';
import { checkQuestion } from './question-check.ts';

/** Quantities that a claim's result may compare besides meters (`Measure`, and a report's `ClaimResult.measure`). */
const reserved = ['time', 'instructions', 'code', 'pairs'];

export type Complaint = { path: (string | number)[]; message: string };

/** Whether a goal says something of a program whose work a clock decides. */
const isByClock = (goal: Goal): boolean =>
	goal.kind === 'code' ||
	(goal.kind === 'ratio' &&
		goal.measure === 'time' &&
		goal.atLeast !== undefined &&
		goal.atMost !== undefined);

/** Whether two places are one. */
const isAt = (one: Place, other: Place): boolean =>
	one.variant === other.variant &&
	Object.entries(one.parameters).every(([name, value]) => other.parameters[name] === value);

export function checkFacts(facts: FactsShape): Complaint[] {
	const complaints: Complaint[] = [];
	const complain = (path: Complaint['path'], message: string) => complaints.push({ path, message });
	const ids = new Set(facts.variants.map((variant) => variant.id));
	const machines = new Set(facts.machines.map((machine) => machine.id));
	const meters = new Set(facts.meters.map((meter) => meter.id));

	const variant = (path: Complaint['path'], id: string) => {
		if (!ids.has(id)) complain(path, `no variant "${id}"`);
	};
	const place = (path: Complaint['path'], where: Place) => {
		variant([...path, 'variant'], where.variant);
		for (const [name, value] of Object.entries(where.parameters)) {
			if (name !== facts.sweep?.name) complain([...path, 'parameters'], `no parameter "${name}"`);
			else if (!facts.sweep.values.includes(value))
				complain([...path, 'parameters', name], `${value} is not among the sweep's values`);
		}
		if (facts.sweep && !(facts.sweep.name in where.parameters))
			complain([...path, 'parameters'], `"${facts.sweep.name}" must be given`);
		if (where.runtime && !facts.runtimes?.includes(where.runtime))
			complain([...path, 'runtime'], `"${where.runtime}" is not among its runtimes`);
		if (where.atomics && !facts.variants.find(({ id }) => id === where.variant)?.atomic)
			complain([...path, 'atomics'], `"${where.variant}" is not atomic, so it has one form`);
	};
	const measure = (path: Complaint['path'], id: string) => {
		if (id !== 'time' && id !== 'instructions' && !meters.has(id))
			complain(path, `"${id}" is not time, instructions or one of the meters`);
	};
	const bounded = (
		path: Complaint['path'],
		one: { atLeast?: number | undefined; atMost?: number | undefined }
	) => {
		if (one.atLeast === undefined && one.atMost === undefined)
			complain(path, 'it needs atLeast or atMost');
	};
	const counted = (path: Complaint['path'], { parameters }: Place) => {
		const { sweep } = facts;
		if (sweep && parameters[sweep.name] !== sweep.values[0])
			complain(path, `instructions are counted at ${sweep.name} ${sweep.values[0]} only`);
	};
	const seen = (
		path: Complaint['path'],
		{ seenOn, absentOn }: { seenOn: string[]; absentOn: string[] }
	) => {
		const both = seenOn.find((name) => absentOn.includes(name));
		if (both !== undefined) complain(path, `"${both}" stands in seenOn and in absentOn`);
	};
	const pattern = (path: Complaint['path'], { has, lacks }: CodePattern) => {
		if (has === undefined && lacks === undefined) complain(path, 'it needs has or lacks');
		for (const text of [has, lacks])
			if (text !== undefined && !isPattern(text))
				complain(path, `"${text}" is no regular expression`);
	};

	if (ids.size !== facts.variants.length) complain(['variants'], 'two variants share an id');
	const claimIds = [...facts.claims, ...facts.codeClaims, ...facts.pairClaims].map(({ id }) => id);
	const twin = claimIds.find((id, i) => claimIds.indexOf(id) !== i);
	if (twin !== undefined) complain(['claims'], `two claims share the id "${twin}"`);
	facts.meters.forEach(({ id }, i) => {
		if (reserved.includes(id))
			complain(['meters', i, 'id'], `"${id}" is the name of another measure`);
	});
	if (ids.has('solution'))
		complain(['variants'], '"solution" is the name of a challenge\'s solution');
	variant(['baseline'], facts.baseline);
	const questions = { question: facts.question, ...facts.questionIn };
	for (const [name, question] of Object.entries(questions)) {
		place([name, 'of'], question.of);
		place([name, 'to'], question.to);
		measure([name, 'measure'], question.measure);
		for (const message of checkQuestion(question)) complain([name, 'misconceptions'], message);
	}
	facts.claims.forEach((claim, i) => {
		place(['claims', i, 'of'], claim.of);
		place(['claims', i, 'to'], claim.to);
		measure(['claims', i, 'measure'], claim.measure);
		bounded(['claims', i], claim);
		if (claim.measure === 'instructions')
			for (const side of ['of', 'to'] as const) counted(['claims', i, side], claim[side]);
		seen(['claims', i], claim);
	});
	facts.codeClaims.forEach((claim, i) => {
		place(['codeClaims', i, 'of'], claim.of);
		pattern(['codeClaims', i, 'code'], claim.code);
	});
	facts.pairClaims.forEach((claim, i) => {
		place(['pairClaims', i, 'of'], claim.of);
		place(['pairClaims', i, 'to'], claim.to);
		bounded(['pairClaims', i], claim);
		seen(['pairClaims', i], claim);
	});
	facts.documented.forEach((result, i) => {
		place(['documented', i], { variant: result.variant, parameters: result.parameters });
		if (!machines.has(result.machine))
			complain(['documented', i, 'machine'], `no machine "${result.machine}"`);
		if (result.meter && !meters.has(result.meter.id))
			complain(['documented', i, 'meter'], `no meter "${result.meter.id}"`);
	});
	facts.blindSpots.forEach((spot, i) =>
		spot.variants.forEach((id, j) => variant(['blindSpots', i, 'variants', j], id))
	);
	facts.modelErrors?.forEach((error, i) =>
		error.variants.forEach((id, j) => variant(['modelErrors', i, 'variants', j], id))
	);
	const { challenge } = facts;
	if (challenge) {
		place(['challenge', 'start'], challenge.start);
		challenge.goals.forEach((goal, i) => {
			const path = ['challenge', 'goals', i];
			if (goal.kind === 'ratio') {
				place([...path, 'to'], goal.to);
				measure([...path, 'measure'], goal.measure);
				if (goal.measure === 'instructions') counted([...path, 'to'], goal.to);
				bounded(path, goal);
				if (isAt(goal.to, challenge.start))
					complain([...path, 'to'], 'the attempt is there, so it would be compared with itself');
			}
			if (goal.kind === 'code') pattern([...path, 'code'], goal.code);
			if (challenge.byClock && !isByClock(goal))
				complain(path, 'of what a clock decides, only time with both bounds and code are goals');
		});
	}
	const claimed = new Set(
		[...facts.claims, ...facts.pairClaims]
			.flatMap(({ of, to }) => [of.variant, to.variant])
			.concat(facts.codeClaims.map(({ of }) => of.variant))
	);
	// In an exercise shown for several runtimes, a claim about one of a variant's rows is enough.
	const rowsOf = ({ source, id }: (typeof facts.variants)[number]) =>
		facts.variants.filter((variant) => (variant.source ?? variant.id) === (source ?? id));
	for (const [i, variant] of facts.free ? [] : facts.variants.entries()) {
		const { id } = variant;
		if (!rowsOf(variant).some((row) => claimed.has(row.id)))
			complain(['variants', i], `no claim concerns "${id}"`);
	}
	return complaints;
}

function isPattern(text: string): boolean {
	try {
		return new RegExp(text) instanceof RegExp;
	} catch {
		return false;
	}
}
