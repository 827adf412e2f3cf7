/** Groups of participants who disagree, for the discussion before the second vote. Pure. */
import type { VoteRow } from './room.ts';

/** Two members who predicted ratios within this factor of one another agree. */
const alike = 1.1;

/**
 * Everybody in groups of `size`, a few of one more. With the voters ordered by their ratio and `n` groups, every n-th voter
 * is in one group, so any two voters of a group are at least as many ranks apart as there are groups.
 * People without a vote join the groups in turn, and listen.
 * @param votes of the first vote of one exercise
 * @param here numbers of the seats of everybody who is present
 * @returns numbers of seats; empty if fewer than two people are there
 */
export function groupsOf(
	votes: readonly Pick<VoteRow, 'seat' | 'ratio'>[],
	here: readonly number[],
	size: number
): number[][] {
	const present = new Set(here);
	const voters = votes
		.filter(({ seat }) => present.has(seat))
		.sort((a, b) => a.ratio - b.ratio || a.seat - b.seat)
		.map(({ seat }) => seat);
	const voted = new Set(voters);
	const people = [...voters, ...here.filter((seat) => !voted.has(seat))];
	if (people.length < 2) return [];
	const count = Math.max(1, Math.floor(people.length / size));
	const groups: number[][] = Array.from({ length: count }, () => []);
	for (const [rank, seat] of people.entries()) groups[rank % count]?.push(seat);
	return groups;
}

/** Whether a group has nothing to argue about: every two of its predictions are nearly the same. */
export function agrees(
	group: readonly number[],
	votes: readonly Pick<VoteRow, 'seat' | 'ratio'>[]
): boolean {
	const ratios = votes.filter(({ seat }) => group.includes(seat)).map(({ ratio }) => ratio);
	return ratios.length > 1 && Math.max(...ratios) / Math.min(...ratios) <= alike;
}
