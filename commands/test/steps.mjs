import { runTool } from '../runtime/run-child.mjs'

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} [failures] one line per failure
 * @property {readonly string[]} [flaky] one line per test that failed, and passed when it was tried again
 */

export const checks = [
  { name: 'types', script: 'typescript/bin/tsc', args: ['-p', '.'] },
  { name: 'lint', script: 'oxlint/bin/oxlint', args: ['--type-aware'] },
  {
    name: 'format',
    script: 'prettier/bin/prettier.cjs',
    args: ['--check', '--cache', '--cache-strategy', 'content', '--log-level', 'warn', '.'],
  },
  // Our own script, relative to node_modules.
  { name: 'licences', script: '../commands/run.mjs', args: ['licences'] },
]

/** Only beside everything: a new advisory must not fail an unchanged commit. */
export const auditCheck = { name: 'audit', script: '../commands/run.mjs', args: ['audit'] }

/**
 * Runs one check and shows its output on failure. Output that starts with `skipped:` means that a service did not
 * respond.
 * @param {(typeof checks)[number]} check
 * @returns {Promise<Counts>}
 */
export async function runCheck({ name, script, args }) {
  const started = performance.now()
  const { code, output } = await runTool(script, args, { capture: true })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (code === 0 && output.startsWith('skipped:')) {
    console.log(`– ${name} ${output.trimEnd()}`)
    return { passed: 0, failed: 0, skipped: 1 }
  }
  if (code === 0) console.log(`✓ ${name} (${seconds} s)`)
  else console.log(`✗ ${name} (${seconds} s)\n${output.trimEnd()}\n`)
  return code === 0
    ? { passed: 1, failed: 0, skipped: 0 }
    : { passed: 0, failed: 1, skipped: 0, failures: [`✗ ${name}`] }
}
