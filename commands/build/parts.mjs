import { buildInspect } from './build-inspect.mjs'
import { buildServer } from './build-server.mjs'
import { buildSite } from './build-site.mjs'
import { buildVerifyTag } from './build-verify-tag.mjs'
import { buildWidget } from './build-widget.mjs'

/**
 * @typedef {object} Part one thing that is built on its own
 * @property {string} name
 * @property {readonly string[]} inputs files and folders whose content decides whether the part is stale
 * @property {readonly string[]} outputs folders below dist/ that the part makes
 * @property {(into: string) => Promise<readonly string[]>} build writes every output below `into`; gives lines to print
 */

/** What every part depends on: the exact packages, the compiler's settings, and the way parts are built. */
const COMMON = ['package.json', 'package-lock.json', 'tsconfig.json', 'commands/build', 'commands/licences', 'contract']

/** @type {readonly Part[]} */
export const parts = [
  {
    name: 'widget',
    inputs: [...COMMON, 'widget', 'vite.widget.config.ts'],
    outputs: ['widget'],
    build: buildWidget,
  },
  {
    name: 'site',
    inputs: [...COMMON, 'host-site', 'widget/public.ts', 'vite.site.config.ts'],
    outputs: ['site'],
    build: buildSite,
  },
  {
    name: 'server',
    inputs: [
      ...COMMON,
      'api',
      'docs',
      'commands/serve',
      'commands/mirror',
      'commands/owner',
      'commands/admin',
      'commands/audit-log',
      'commands/witness',
      'commands/keys',
      'commands/database',
      'commands/storage',
      'commands/settings',
      'commands/terminal',
    ],
    outputs: ['server', 'apps', 'banks', 'docs', 'fonts'],
    build: buildServer,
  },
  {
    name: 'inspect',
    inputs: [...COMMON, 'api', 'widget', 'commands/inspect', 'commands/terminal'],
    outputs: ['inspect'],
    build: buildInspect,
  },
  {
    name: 'verify-tag',
    inputs: [...COMMON, 'api/domain', 'commands/inspect', 'commands/verify-tag', 'commands/terminal'],
    outputs: ['verify-tag'],
    build: buildVerifyTag,
  },
]
