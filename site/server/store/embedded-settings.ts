/** The embedded PostgreSQL's settings, and the parser of its lock file. Pure. */

/** A running server's description in `postmaster.pid`. */
export type Postmaster = {
	pid: number;
	port: number;
	/** Address on which it listens; undefined for a Unix socket only. */
	host: string | undefined;
	ready: boolean;
};

/** Lines of `postmaster.pid` (PostgreSQL, miscadmin.h): pid, folder, start, port, socket folder, address, shm, status. */
export function readPostmaster(text: string): Postmaster | undefined {
	const lines = text.split('\n').map((line) => line.trim());
	const pid = Number(lines[0]);
	if (!Number.isInteger(pid) || pid <= 0) return undefined;
	const port = Number(lines[3] || 5432);
	return { pid, port, host: lines[5] || undefined, ready: lines[7] === 'ready' };
}

/** Settings of a small server for one site process: low memory matters more than throughput. */
export function serverSettings(
	where: { socketDir: string } | { port: number }
): Record<string, string> {
	const place =
		'socketDir' in where
			? { listen_addresses: '', unix_socket_directories: where.socketDir, port: '5432' }
			: { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(where.port) };
	return {
		...place,
		unix_socket_permissions: '0700',
		shared_buffers: '16MB',
		work_mem: '2MB',
		maintenance_work_mem: '16MB',
		temp_buffers: '1MB',
		// a site has nine connections; a command, and a site that takes over from an ending site, have nine more each
		max_connections: '60',
		superuser_reserved_connections: '2',
		huge_pages: 'off',
		jit: 'off',
		// PostgreSQL 18 starts three I/O worker processes by default; reads here come from memory
		io_method: 'sync',
		max_parallel_workers: '0',
		max_worker_processes: '0',
		autovacuum_worker_slots: '1',
		autovacuum_max_workers: '1',
		max_logical_replication_workers: '0',
		wal_level: 'minimal',
		max_wal_senders: '0',
		min_wal_size: '32MB',
		max_wal_size: '128MB',
		log_min_messages: 'warning',
		log_line_prefix: '%m ',
		timezone: 'UTC'
	};
}
