import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { routes, type RouteName } from '../../../host-site/paths'

const run = promisify(execFile)

/**
 * Builds the site as its own command does, for production, and answers the new folder. The caller removes it.
 * @param pictures whether its pictures are drawn too
 */
export async function buildSite({ pictures = false } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'site-build-'))
  // What the test runner sets would make it a build for tests.
  const { NODE_ENV: _mode, VITEST: _runner, ...env } = process.env
  const command = ['node_modules/vite/bin/vite.js', 'build', '-c', 'vite.site.config.ts', '--outDir', folder]
  await run(process.execPath, command, { env })
  if (pictures) {
    // Loaded on use: it asks where its own file is, which it cannot know in a test that plays a browser.
    const { makePictures } = await import('../../../commands/build/make-pictures.mjs')
    await makePictures(folder)
  }
  return folder
}

export const fileOf = (name: RouteName): string =>
  name === 'notFound' ? '404.html' : join(routes[name].path, 'index.html')
