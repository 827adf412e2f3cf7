/** Migrations of what is in object storage. A released one is never edited. */

/**
 * Events of finished runs in object storage. A run's object has a row here from before it is written until it is deleted, also
 * after the run itself was deleted.
 */
export const movedEvents = `
	alter table cyclelab.runs add column events_moved boolean not null default false;
	create index runs_to_move on cyclelab.runs (finished_at)
		where not events_moved and needs_core and state = 'finished';
	create table cyclelab.run_objects (
		run text primary key,
		-- of the events as JSON; 0 until the object is whole
		bytes int not null default 0
	);
	`;
