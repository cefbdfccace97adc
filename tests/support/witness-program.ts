import { build } from 'esbuild'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { formatVerifierKey, parseVerifierKey } from '../../contract/tlog/signed-note'
import type { VerifierKey } from '../../contract/tlog/signed-note'
import { projectRoot, runNode, runProgram } from './run-process'
import type { RunningProcess } from './run-process'
import { waitUntil } from './wait-until'

export interface RunningWitness {
  url: string
  key: VerifierKey
  process: RunningProcess
  /** POSTs to `add-checkpoint`. */
  add(body: string | Uint8Array): Promise<{ status: number; type: string | null; body: string }>
  /** What it serves for a log, or null. */
  newest(originHash: string): Promise<string | null>
  /** SIGTERM or SIGKILL. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** The witness program in separate processes. Call it at the top level of a test file: it is bundled before the first test. */
export function useWitnessProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'membership-witness-'))
  const script = join(folder, 'witness.cjs')
  beforeAll(() =>
    build({
      entryPoints: [join(projectRoot, 'tests/commands/witness/witness-process.ts')],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'silent',
    }),
  )
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Without environment variables of this process that could configure it. */
  const run = (...args: string[]): RunningProcess => {
    const running = runNode([script, ...args], { env: { DATA_DIR: undefined, WITNESSES: undefined } })
    onTestFinished(() => void running.child.kill('SIGKILL'))
    return running
  }

  return {
    run,
    /** As npm does: in a shell that keeps running. A signal to the shell alone does not reach the program. */
    runInShell(...args: string[]): RunningProcess {
      const line = [process.execPath, script, ...args].map((part) => `'${part}'`).join(' ')
      return runProgram('sh', ['-c', `${line}; exit $?`], { env: { npm_lifecycle_event: 'witness' }, cwd: projectRoot })
    },
    /** Starts one on a free port and waits until it responds. */
    async start(data: string, logs: readonly VerifierKey[], name = 'witness.example/w1'): Promise<RunningWitness> {
      const keys = logs.flatMap((key) => ['--log', formatVerifierKey(key)])
      const running = run('--data', data, '--name', name, '--port', '0', ...keys)
      const read = (label: string) => new RegExp(`^${label} +(\\S+)$`, 'mu').exec(running.output())?.[1]
      await waitUntil('the witness serves', () => {
        if (running.child.exitCode !== null) throw new Error(`The witness did not start:\n${running.output()}`)
        return running.output().includes('WITNESSES=')
      })
      const [url, key] = [read('Address') ?? '', parseVerifierKey(read('Key') ?? '')]
      if (!key) throw new Error(`The witness printed no key:\n${running.output()}`)
      return { url, key, process: running, ...callsOf(url, running) }
    },
  }
}

function callsOf(url: string, running: RunningProcess): Pick<RunningWitness, 'add' | 'newest' | 'end'> {
  return {
    async add(body) {
      const content = typeof body === 'string' ? body : new Uint8Array(body)
      const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body: content })
      return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
    },
    async newest(originHash) {
      const response = await fetch(`${url}/${originHash}/checkpoint`)
      const text = await response.text()
      return response.status === 404 ? null : text
    },
    async end(signal = 'SIGTERM') {
      running.child.kill(signal)
      return (await running.ended).code
    },
  }
}
