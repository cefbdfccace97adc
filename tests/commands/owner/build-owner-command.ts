import { build } from 'esbuild'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNode } from '../../support/run-process'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** What a child process printed, and how it ended. */
export interface CommandRun {
  code: number | null
  output: string
}

/** The command as a process of its own, bundled into a folder. @param env on top of this process's */
export async function buildOwnerCommand(folder: string, env: Record<string, string>) {
  const script = join(folder, 'owner.cjs')
  await build({
    entryPoints: [here('owner-process.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // Node finds what is imported late beside the script only, so all but the native part is in it.
    external: ['libsql'],
    logLevel: 'silent',
  })
  const all = { NODE_PATH: here('../../../node_modules'), BANKS_FOLDER: here('../../../api/banks'), ...env }
  return async (...args: string[]): Promise<CommandRun> => {
    const running = runNode([script, ...args], { env: all })
    const { code } = await running.ended
    return { code, output: running.output() }
  }
}
