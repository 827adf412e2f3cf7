import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/** Files that act: they alone may touch the disk, other processes or the Docker Engine (docs/architecture.md). */
const shell = [
	'contract/src/secret-files.ts',
	'exercises/src/load.ts',
	'images/*.ts',
	'runner/src/main.ts',
	'runner/src/host/read.ts',
	'runner/src/host/surroundings.ts',
	'runner/src/sandbox/**/*.ts',
	'site/server/**/*.ts',
	'site/*.ts',
	'setup/**',
	'site/client/cyclelab.mjs',
	'site/client/api.mjs',
	'site/client/sources.mjs',
	'start.mjs',
	'tests/**',
	'**/*.test.ts'
];

/**
 * Imports go one way: exercises <- contract <- runner and site; a package is entered through its `exports`, never by a path.
 * @param {string[]} packages
 * @param {{ regex: string, message: string, allowTypeImports?: boolean }[]} more
 */
const mayNotImport = (packages, more = []) => ({
	'no-restricted-imports': [
		'error',
		{
			patterns: [
				...packages.map((name) => ({
					regex: `^@cyclelab/${name}(/|$)`,
					message: 'Imports go one way: exercises <- contract <- runner and site.'
				})),
				{
					regex: '\\.\\./(contract|exercises|runner|site|images)/',
					message: 'Enter another workspace by its name and `exports`, not by a path.'
				},
				...more
			]
		}
	]
});

const onlyActing = {
	regex: '^(node:(fs|child_process|net|http)(/.*)?|dockerode)$',
	allowTypeImports: true,
	message: 'A file decides or acts. Acting files are listed in eslint.config.js.'
};

/** The folders of site/src/lib, lowest first (docs/architecture.md): each imports only from those before it. */
const libFolders = [
	'ui',
	'glossary',
	'run',
	'code',
	'comparison',
	'attempts',
	'figures',
	'exercise'
];
/** Folders above all of those; they do not import from one another. */
const upperLibFolders = [
	'progress',
	'workshops',
	'snapshots',
	'runners',
	'models',
	'operation',
	'finder'
];

const forLibFolder = (/** @type {string} */ folder, /** @type {string[]} */ others) => ({
	files: [`site/src/lib/${folder}/**/*.{ts,svelte}`],
	ignores: ['**/*.test.ts'],
	rules: {
		'@typescript-eslint/no-restricted-imports': [
			'error',
			{
				patterns: [
					onlyActing,
					{
						regex: `^(\\.\\./|#lib/)(${others.join('|')})/`,
						message: 'Folders of site/src/lib import downwards only (docs/architecture.md).'
					}
				]
			}
		]
	}
});

/** The folders of `site/server`, each of which imports only from those before it (docs/architecture.md). */
const serverFolders = [
	'base',
	'limits',
	'store',
	'runs',
	'runners',
	'snapshots',
	'workshops',
	'operation',
	'http'
];

const serverRules = serverFolders.map((folder, index) => ({
	files: [`site/server/${folder}/**/*.ts`],
	rules: mayNotImport(
		['runner', 'images'],
		[
			{
				regex: `^(\\.\\./)+((${serverFolders.slice(index + 1).join('|') || 'main'})/|(site|main)\\.ts$|src/)`,
				message: `Imports in site/server go one way: ${serverFolders.join(' <- ')}.`
			}
		]
	)
}));

export default ts.config(
	{ ignores: ['**/build/', '**/.svelte-kit/', '**/data/', 'test-results/', 'bench-results/'] },
	...ts.configs.recommended,
	...svelte.configs.recommended,
	{
		rules: {
			'prefer-const': 'error',
			eqeqeq: 'error',
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			// Zod schemas and their types share one name; TypeScript itself distinguishes them.
			'no-redeclare': 'off',
			'@typescript-eslint/no-redeclare': 'off',
			// TypeScript reports undefined names, with more knowledge.
			'no-undef': 'off',
			// A key named only to leave it out of the rest is used.
			'@typescript-eslint/no-unused-vars': [
				'error',
				{ argsIgnorePattern: '^_', ignoreRestSiblings: true }
			],
			'no-restricted-syntax': [
				'error',
				{
					selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
					message:
						'Write the members themselves: a spread of a literal only keeps them on one line.'
				}
			]
		}
	},
	{
		// Other files have no rule that reads these names, and a thousand names for each file cost a sixth of ESLint's time.
		files: ['**/*.{js,mjs,svelte}', '**/*.svelte.ts'],
		languageOptions: { globals: { ...globals.node, ...globals.browser } }
	},
	{
		files: ['**/*.svelte', '**/*.svelte.ts'],
		languageOptions: { parserOptions: { parser: ts.parser } },
		// The build puts the base path before links (site/links.ts).
		rules: {
			'svelte/no-navigation-without-resolve': 'off',
			// Props are declared with `let`: Svelte assigns them.
			'prefer-const': 'off',
			'svelte/prefer-const': 'error'
		}
	},
	{
		files: ['**/*.{ts,svelte}'],
		ignores: shell,
		rules: {
			'@typescript-eslint/no-restricted-imports': ['error', { patterns: [onlyActing] }]
		}
	},
	...libFolders.map((folder, at) =>
		forLibFolder(folder, [...libFolders.slice(at + 1), ...upperLibFolders])
	),
	...upperLibFolders.map((folder) =>
		forLibFolder(
			folder,
			upperLibFolders.filter((other) => other !== folder)
		)
	),
	{ files: ['exercises/**/*.ts'], rules: mayNotImport(['contract', 'runner', 'site', 'images']) },
	{ files: ['contract/**/*.ts'], rules: mayNotImport(['runner', 'site', 'images']) },
	{ files: ['images/**/*.ts'], rules: mayNotImport(['contract', 'runner', 'site', 'exercises']) },
	{ files: ['runner/**/*.ts'], rules: mayNotImport(['site']) },
	{ files: ['site/**/*.{ts,svelte}'], rules: mayNotImport(['runner', 'images']) },
	...serverRules,
	{
		files: ['site/shared/**/*.ts'],
		rules: mayNotImport(
			['runner', 'images'],
			[
				{
					regex: '^(\\.\\./)+(server|src)/',
					message: 'site/shared imports neither server nor pages.'
				}
			]
		)
	},
	{
		// `reads.ts` is what pages, rendered on the server, may ask of it.
		files: ['site/src/**/*.{ts,svelte}'],
		rules: mayNotImport(
			['runner', 'images'],
			[
				{
					regex: '^(\\.\\./)+server/(?!http/reads\\.ts$)',
					message: 'What pages and server share is in site/shared.'
				}
			]
		)
	},
	// A test that dereferences too much fails with the place.
	{ files: ['**/*.test.ts'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
	// Plain JavaScript that must run before anything is installed: JSDoc types, checked by the editor only.
	{
		files: ['**/*.{mjs,js}'],
		rules: { '@typescript-eslint/no-unused-vars': 'error', 'no-undef': 'error' }
	}
);
