import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * A part of the product as it is shipped, built only if its sources have changed since. Do not write into the folder.
 * @param part a name of `commands/build/parts.mjs`, with one folder of that name
 * @returns its folder in `dist`
 */
export async function builtPart(part: 'console' | 'site' | 'widget'): Promise<string> {
  // The test runner's variables would make it a test build.
  const { NODE_ENV: _mode, VITEST: _runner, ...env } = process.env
  // Relative to the root, where tests run: in a DOM test a module has no file URL.
  await promisify(execFile)(process.execPath, ['commands/run.mjs', 'build', '--stale', part], { env })
  return join(process.cwd(), 'dist', part)
}
