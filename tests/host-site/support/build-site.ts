import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { routes, type RouteName } from '../../../host-site/paths'

const run = promisify(execFile)

/**
 * Builds the site for production into a new folder, which the caller removes.
 * @param pictures whether to render its images
 */
export async function buildSite({ pictures = false } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'site-build-'))
  // The test runner's variables would make it a test build.
  const { NODE_ENV: _mode, VITEST: _runner, ...env } = process.env
  const command = ['node_modules/vite/bin/vite.js', 'build', '-c', 'vite.site.config.ts', '--outDir', folder]
  await run(process.execPath, command, { env })
  if (pictures) {
    // Loaded on use: it needs its own file URL, which DOM tests do not have.
    const { makePictures } = await import('../../../commands/build/make-pictures.mjs')
    await makePictures(folder)
  }
  return folder
}

export const fileOf = (name: RouteName): string =>
  name === 'notFound' ? '404.html' : join(routes[name].path, 'index.html')
