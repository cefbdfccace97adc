import { join } from 'node:path'
import { listFiles } from '../runtime/hash-files.mjs'
import { buildServer } from './build-server.mjs'
import { buildWidget, precompress } from './build-widget.mjs'
import { bundleForNode, runVite } from './bundle.mjs'
import { makePictures } from './make-pictures.mjs'

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {readonly string[]} inputs files and folders whose content decides whether the part is stale
 * @property {readonly string[]} outputs folders below dist/
 * @property {(into: string) => Promise<readonly string[]>} build writes every output below `into`; returns lines to
 * print
 */

/** Inputs of every part: packages, compiler settings and the build itself. */
const COMMON = ['package.json', 'package-lock.json', 'tsconfig.json', 'commands/build', 'commands/packages', 'contract']

const CHECK_INPUTS = ['commands/command.ts', 'commands/terminal.ts']

/** @type {readonly Part[]} */
export const parts = [
  {
    name: 'widget',
    inputs: [...COMMON, 'widget', 'vite.widget.config.ts'],
    outputs: ['widget'],
    build: buildWidget,
  },
  {
    name: 'console',
    inputs: [
      ...COMMON,
      'console',
      'vite.console.config.ts',
      'widget/modals/theme',
      'widget/modals/texts',
      'widget/stores/texts.ts',
      'widget/lib',
    ],
    outputs: ['console'],
    build: buildConsole,
  },
  {
    name: 'site',
    inputs: [...COMMON, 'host-site', 'api/banks', 'widget/public.ts', 'vite.site.config.ts'],
    outputs: ['site'],
    build: buildSite,
  },
  {
    name: 'server',
    inputs: [
      ...COMMON,
      'api',
      'docs',
      'commands/admin',
      'commands/audit-log',
      'commands/command.ts',
      'commands/database',
      'commands/terminal.ts',
      'commands/keys.ts',
      'commands/mirror.ts',
      'commands/owner.ts',
      'commands/serve',
      'commands/services.ts',
      'commands/settings.ts',
      'commands/storage',
      'commands/terminal.ts',
      'commands/witness-server.ts',
      'commands/witness-command.ts',
    ],
    outputs: ['server', 'apps', 'banks', 'docs', 'fonts'],
    build: buildServer,
  },
  {
    name: 'inspect',
    inputs: [...COMMON, 'api', 'widget', 'commands/inspect', ...CHECK_INPUTS],
    outputs: ['inspect'],
    build: buildInspect,
  },
  {
    name: 'verify-tag',
    inputs: [...COMMON, 'api', 'commands/inspect', 'commands/verify-tag', ...CHECK_INPUTS],
    outputs: ['verify-tag'],
    build: buildVerifyTag,
  },
]

/** @param {string} into folder that gets `console/` */
async function buildConsole(into) {
  const folder = join(into, 'console')
  await runVite('vite.console.config.ts', folder)
  const files = (await listFiles(folder)).filter((file) => /\.(?:js|css)$/u.test(file))
  for (const file of files) await precompress(file)
  return [`${files.filter((file) => file.endsWith('.js')).length} scripts`]
}

/** Prerenders every route of the site and draws its images. @param {string} into folder that gets `site/` */
async function buildSite(into) {
  const folder = join(into, 'site')
  await runVite('vite.site.config.ts', folder)
  const pictures = await makePictures(folder)
  const pages = (await listFiles(folder)).filter((file) => file.endsWith('.html'))
  return [`${pages.length} pages, ${pictures} images`]
}

/** @param {string} into folder that gets `inspect/` */
async function buildInspect(into) {
  await bundleForNode({ inspect: 'commands/inspect/command.ts' }, join(into, 'inspect'), { inside: [] })
  return []
}

/** @param {string} into folder that gets `verify-tag/` */
async function buildVerifyTag(into) {
  await bundleForNode({ 'verify-tag': 'commands/verify-tag/command.ts' }, join(into, 'verify-tag'), { inside: [] })
  return []
}
