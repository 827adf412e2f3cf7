/**
 * The contents of the sandbox images: no file that grants privileges, no interpreter that can make any system call, and no file
 * left over from the build.
 */
import { ensureImages, imageTag } from '@cyclelab/images/build';
import { imageNames } from '@cyclelab/images/recipes';
import Docker from 'dockerode';
import { beforeAll, expect, test } from 'vitest';
import { inContainer } from './in-container.ts';
import { imageWithPerl } from './with-perl.ts';

const docker = new Docker();
const names = imageNames.filter((name) => name !== 'tools' && name !== 'base');

beforeAll(() => ensureImages({ docker, names, onProgress: console.log }), 1_800_000);

/** Prints a heading and the findings of each check. Each check must find exactly the file planted for it. */
const script = `
echo '# set-uid or set-gid'
touch /tmp/known && chmod u+s /tmp/known
find / -xdev -type f -perm /6000
rm /tmp/known
echo '# capabilities of files'
touch /tmp/known && chmod +x /tmp/known
find / -xdev -type f -perm /111 | perl -ne '
	BEGIN { ($get, $set) = $ENV{MACHINE} eq "arm64" ? (8, 5) : (191, 188); $known = "user.known"; $path = "/tmp/known";
		$value = "1"; syscall($set, $path, $known, $value, 1, 0) == 0 or die "no extended attributes: $!"; }
	chomp; $file = $_; $room = "\\0" x 64;
	for $name ("security.capability", $known) { $n = $name; print "$file\\n" if syscall($get, $file, $n, $room, 64) > 0 }'
rm /tmp/known
echo '# written by anybody'
touch /usr/known && chmod 666 /usr/known
find / -xdev ! -type l -perm -0002 ! -path /tmp ! -path /var/tmp ! -path '/dev/*' ! -path '/run/lock'
rm /usr/known
echo '# caches and lists of packages'
mkdir -p /var/cache/apt && touch /var/cache/apt/known
find /var/cache /var/lib/apt/lists /var/log /root /tmp -xdev -type f ! -name .bashrc ! -name .profile
rm /var/cache/apt/known
`;

test.each(names)(
	'%s has no file that grants privileges, and none left over from its build',
	async (name) => {
		const image = await imageWithPerl(docker, name);
		const ended = await inContainer(docker, image, ['sh', '-ec', script], {
			MACHINE: process.arch
		});
		await docker.getImage(image).remove({ force: true });
		expect(ended.stderr).toBe('');
		expect(ended.stdout.trimEnd().split('\n')).toEqual([
			'# set-uid or set-gid',
			'/tmp/known',
			'# capabilities of files',
			'/tmp/known',
			'# written by anybody',
			'/usr/known',
			'# caches and lists of packages',
			'/var/cache/apt/known'
		]);
	},
	300_000
);

test.each(names)('%s has no interpreter that its tools do not need', async (name) => {
	const find = `find / -xdev \\( -type f -o -type l \\) -regextype posix-extended \\
		-regex '.*/(perl|python|ruby|lua|tclsh|guile|php|node|gdb)[-0-9.]*' -perm /111 | sort`;
	const { status, stdout, stderr } = await inContainer(docker, await imageTag(name), [
		'sh',
		'-ec',
		find
	]);
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	const found = stdout.split('\n').filter((line) => line !== '');
	expect(found).toEqual(name === 'osaca' ? ['/usr/bin/python3', '/usr/bin/python3.13'] : []);
});
