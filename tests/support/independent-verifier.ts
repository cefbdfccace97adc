import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import * as v from 'valibot'
import { loadContext } from '../../api/features/credentials/issuer'
import { credentialContexts } from '../../contract/credential/contexts'
import type { ProofFiles } from './issued-tags'
import { projectRoot } from './run-process'

/** Debian's own first: it has Debian's packages. */
const programs = ['/usr/bin/python3', 'python3']

/**
 * A Python with the packages of the independent verifier (`apt install python3-pyld python3-cryptography`).
 * @returns null if it is missing; tests then report that they were skipped
 * @throws if it is missing and `INDEPENDENT_VERIFIER=required`
 */
export function findPython(): string | null {
  const found = programs.find((program) => spawnSync(program, ['-c', 'import pyld, cryptography']).status === 0)
  if (found === undefined && process.env['INDEPENDENT_VERIFIER'] === 'required')
    throw new Error('python3-pyld and python3-cryptography are said to be installed, and no Python has them.')
  return found ?? null
}

/**
 * For each file: `valid`, or its first problem.
 * @param python see `findPython`
 */
export async function askIndependent(
  python: string,
  cases: readonly ({ name: string } & ProofFiles)[],
): Promise<Record<string, string>> {
  const loaded = await Promise.all(credentialContexts.map(async (url) => [url, (await loadContext(url)).document]))
  const input = JSON.stringify({ contexts: Object.fromEntries(loaded), cases })
  const script = join(projectRoot, 'tests/independent/verify_tag.py')
  const { status, stdout, stderr } = spawnSync(python, [script], { input, encoding: 'utf8', maxBuffer: 10_000_000 })
  if (status !== 0) throw new Error(`The independent verifier failed: ${stderr}`)
  return v.parse(v.record(v.string(), v.string()), JSON.parse(stdout))
}
