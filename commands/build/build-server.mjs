import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { notices, NOTICES_FILE } from '../packages/notices.mjs'
import { inProject } from '../runtime/project.mjs'
import { bundleForNode } from './bundle.mjs'

/** Packages of hundreds of small files, bundled because reading them would dominate every start. */
const IN_MANY_FILES = ['@hono/node-server', 'hono', 'jose', 'kysely']

/** Bundled, and not installed in production: valibot has TypeScript as a peer, so npm would install the compiler. */
const INSIDE_ONLY = ['@valibot/to-json-schema', 'valibot']

/** Their fonts are in api/fonts, as TrueType files. */
const FONT_PACKAGES = ['@fontsource-variable/bricolage-grotesque', '@fontsource-variable/instrument-sans']

/**
 * Bundles the API (`main.js`), the process that serves everything (`serve.js`) and the commands. Most packages stay
 * outside.
 * Copies app definitions, question banks, documentation and fonts.
 * @param {string} into folder that gets `server/`, `apps/`, `banks/`, `docs/` and `fonts/`
 */
export async function buildServer(into) {
  const entryPoints = {
    main: 'api/main.ts',
    serve: 'commands/serve/serve.ts',
    mirror: 'commands/mirror.ts',
    owner: 'commands/owner.ts',
    admin: 'commands/admin/command.ts',
    'audit-log': 'commands/audit-log/command.ts',
    witness: 'commands/witness-command.ts',
    keys: 'commands/keys.ts',
    storage: 'commands/storage/command.ts',
    database: 'commands/database/command.ts',
    passkeys: 'commands/passkeys.ts',
    passwords: 'commands/passwords.ts',
    settings: 'commands/settings.ts',
  }
  await bundleForNode(entryPoints, join(into, 'server'), { inside: IN_MANY_FILES })
  await writeFile(join(into, 'server', NOTICES_FILE), await notices(INSIDE_ONLY, 'this folder'))
  // A worker thread, which needs no bundling.
  await cp(inProject('api/features/files/video-worker.mjs'), join(into, 'server', 'video-worker.mjs'))
  await cp(inProject('docs'), join(into, 'docs'), { recursive: true })
  for (const data of ['apps', 'banks', 'fonts']) await cp(inProject('api', data), join(into, data), { recursive: true })
  await writeFile(join(into, 'fonts', NOTICES_FILE), await notices(FONT_PACKAGES, 'this folder'))
  return []
}
