/** Migrations of workshops. A released one is never edited. */

/** Workshops with their participants, votes and runs, which are deleted with the workshop's row. */
export const workshops = `
	create table cyclelab.workshops (
		id text primary key,
		-- what people type to join
		code text not null unique,
		-- hash of the secret in the host's link
		host bytea not null unique,
		title text not null,
		exercises json not null,
		state json not null,
		created_at timestamptz not null default now(),
		ended_at timestamptz,
		keep_days int not null,
		delete_at timestamptz not null
	);
	create index workshops_delete on cyclelab.workshops (delete_at);

	create table cyclelab.workshop_seats (
		workshop text not null references cyclelab.workshops on delete cascade,
		number int not null,
		-- hash of the secret in the participant's browser
		token bytea not null unique,
		name text not null,
		following boolean not null default true,
		-- the exercise they look at
		at text,
		joined_at timestamptz not null default now(),
		here_until timestamptz not null default now(),
		primary key (workshop, number)
	);
	create unique index workshop_seats_name on cyclelab.workshop_seats (workshop, lower(name));

	create table cyclelab.workshop_votes (
		workshop text not null,
		seat int not null,
		exercise text not null,
		round int not null check (round in (1, 2)),
		ratio float8 not null,
		at timestamptz not null default now(),
		primary key (workshop, exercise, seat, round),
		foreign key (workshop, seat) references cyclelab.workshop_seats on delete cascade
	);

	create table cyclelab.workshop_runs (
		workshop text not null references cyclelab.workshops on delete cascade,
		run text not null references cyclelab.runs,
		-- 0 is the host
		seat int not null,
		exercise text not null,
		-- what the room wants to know of its report, once that is there
		result json,
		primary key (workshop, run, seat)
	);
	create index workshop_runs_run on cyclelab.workshop_runs (run);

	-- Measured runs that ask for the same in one room are one run: whoever asks while it is open joins it.
	alter table cyclelab.runs add column joint bytea;
	create unique index runs_joint on cyclelab.runs (joint)
		where joint is not null and state in ('queued', 'running');
	`;

/** A run that met the challenge names a solver only when the host has looked at its source and accepted it. */
export const acceptedSolutions = `
	alter table cyclelab.workshop_runs
		-- null until the host has decided
		add column accepted boolean;
	`;

/** How sure somebody was of a vote, and why, in one line. */
export const votesWithReasons = `
	alter table cyclelab.workshop_votes
		add column confidence text check (confidence in ('sure', 'think', 'guess')),
		add column why text;
	`;

/** Groups of people who disagree discuss an exercise before the second vote: numbers of seats, by exercise. */
export const groups = `
	alter table cyclelab.workshops add column groups json not null default '{}';
	`;

/** How far a participant is, the code they show with their consent, and whether they are a program of a rehearsal. */
export const shownCode = `
	alter table cyclelab.workshop_seats
		add column step text,
		-- whether the code they edit compiles; null: unknown
		add column compiles boolean,
		-- the host asks for their code, and the sources they show
		add column asked boolean not null default false,
		add column shown json,
		add column synthetic boolean not null default false;
	`;

/** Minutes planned for each exercise, and the date of a homework. */
export const plannedMinutes = `
	alter table cyclelab.workshops
		add column minutes json not null default '{}',
		-- null: not a homework
		add column due_at timestamptz;
	`;

/** Questions from the room, with votes. */
export const questions = `
	create table cyclelab.workshop_questions (
		workshop text not null,
		number int not null,
		seat int not null,
		text text not null,
		state text not null default 'open' check (state in ('open', 'answered', 'hidden')),
		at timestamptz not null default now(),
		primary key (workshop, number),
		foreign key (workshop, seat) references cyclelab.workshop_seats on delete cascade
	);

	create table cyclelab.workshop_question_votes (
		workshop text not null,
		question int not null,
		seat int not null,
		primary key (workshop, question, seat),
		foreign key (workshop, question) references cyclelab.workshop_questions on delete cascade,
		foreign key (workshop, seat) references cyclelab.workshop_seats on delete cascade
	);
	`;

/** The host sees which seats were taken from one address, and removes seats. */
export const removableSeats = `
	-- keyed hash; null: unknown
	alter table cyclelab.workshop_seats add column address bytea;
	-- the highest number that a seat had, so that no number is given twice
	alter table cyclelab.workshops add column last_seat int not null default 0;
	update cyclelab.workshops w set last_seat =
		(select coalesce(max(number), 0) from cyclelab.workshop_seats s where s.workshop = w.id);
	`;
