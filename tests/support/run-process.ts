import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

export interface RunningProcess {
  child: ChildProcess
  /** Output of both streams so far. */
  output(): string
  /** Resolves when it has ended. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/**
 * Starts Node with a script.
 * @param args script and arguments
 * @param options.env added to this process's environment; undefined removes a name
 */
export function runNode(
  args: readonly string[],
  { env = {}, cwd = projectRoot }: { env?: Record<string, string | undefined>; cwd?: string } = {},
): RunningProcess {
  return runProgram(process.execPath, args, { env, cwd })
}

export function runProgram(
  program: string,
  args: readonly string[],
  { env, cwd }: { env: Record<string, string | undefined>; cwd: string },
): RunningProcess {
  const child = spawn(program, [...args], { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  return { child, output: () => output, ended }
}
