/** A browser knows the site's base path from the page's own address. */
import { resolve } from '$app/paths';
import { setBase } from '#lib/ui/base.ts';

setBase(resolve('/').slice(0, -1));
