import { fileURLToPath } from 'node:url'
import { ownerCommand } from '../../../commands/owner'
import { bundleScript, nodePath } from '../../support/bundle-script'
import { runNode } from '../../support/run-process'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export interface CommandRun {
  code: number | null
  output: string
}

/** Runs the command in this process, on its own connection to the database. @param env added to this process's */
export function ownerCommandHere(env: Record<string, string>) {
  return async (...args: string[]): Promise<CommandRun> => {
    let output = ''
    const write = (line: string) => void (output += `${line}\n`)
    const options = { env: { ...process.env, ...env }, banksFolder: here('../../../api/banks') }
    const code = await ownerCommand(args, { ...options, print: write, complain: write })
    return { code, output }
  }
}

/** Bundles the command to run in a child process. @param env added to this process's */
export async function buildOwnerCommand(folder: string, env: Record<string, string>) {
  const script = await bundleScript(new URL('owner-process.ts', import.meta.url), folder)
  const all = { NODE_PATH: nodePath, BANKS_FOLDER: here('../../../api/banks'), ...env }
  return async (...args: string[]): Promise<CommandRun> => {
    const running = runNode([script, ...args], { env: all })
    const { code } = await running.ended
    return { code, output: running.output() }
  }
}
