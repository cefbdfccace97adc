import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_LETTERS, writeFonts } from './drawings/write-fonts.mjs'
import { ExpectedError } from '../runtime/expected-error.mjs'
import { inProject, root } from '../runtime/project.mjs'

/**
 * The API alone (`main.js`), the process that serves everything (`serve.js`), and commands that read and change its
 * database, each one file, packages left outside; and the app definitions beside them, and the fonts that certificates are
 * written in.
 * @param {string} into folder that gets `server/`, `apps/`, `banks/` and `fonts/`
 */
export async function buildServer(into) {
  // Loaded on use: the table of parts is read by commands that build nothing.
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'api/main.ts',
      serve: 'commands/serve/serve.ts',
      mirror: 'commands/mirror/report-mirror.ts',
      owner: 'commands/owner/owner-command.ts',
    },
    outdir: join(into, 'server'),
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'warning',
  }).catch(() => {
    throw new ExpectedError('The build of the server failed; the lines above say where.')
  })
  for (const data of ['apps', 'banks']) await cp(inProject('api', data), join(into, data), { recursive: true })
  await writeFonts(join(into, 'fonts'), ALL_LETTERS)
  return []
}
