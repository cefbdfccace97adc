import { runTool } from '../runtime/run-child.mjs'
import { countLine, failureOf, isIncomplete } from './reports.mjs'

/**
 * @typedef {import('./reports.mjs').Counts} Counts
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title what it runs
 * @property {number} seconds about how long it takes on two quiet cores
 * @property {() => Promise<Counts>} run
 *
 * @typedef {object} StepResult
 * @property {string} name
 * @property {Counts} counts
 * @property {number} seconds
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

/** Not in the gate: a new advisory must not fail an unchanged commit. */
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
    return { passed: 0, skipped: 1, failures: [], missing: [output.trim().replace('skipped:', `${name}:`)] }
  }
  if (code === 0) console.log(`✓ ${name} (${seconds} s)`)
  else console.log(`✗ ${name} (${seconds} s)\n${output.trimEnd()}\n`)
  return code === 0
    ? { passed: 1, skipped: 0, failures: [] }
    : { passed: 0, skipped: 0, failures: [failureOf(name, '', commandOf(script, args))] }
}

/** What a person types to run a check alone. @param {string} script @param {readonly string[]} args */
export function commandOf(script, args) {
  const program = script
    .split('/')
    .at(-1)
    ?.replace(/\.[cm]?js$/u, '')
  return [program === 'run' ? 'npm run' : `npx ${program}`, ...args].join(' ')
}

/**
 * Runs steps one after the other. A failed step does not stop the others.
 * @param {readonly Step[]} steps
 * @param {(line: string) => void} [print]
 * @returns {Promise<StepResult[]>}
 */
export async function runSteps(steps, print = console.log) {
  const started = performance.now()
  /** @type {StepResult[]} */
  const results = []
  for (const [index, { name, title, seconds: estimate, run }] of steps.entries()) {
    const left = steps.slice(index).reduce((sum, step) => sum + step.seconds, 0)
    const soFar = index === 0 ? '' : `${toMinutes(secondsSince(started))} so far, `
    print(
      `\nStep ${index + 1} of ${steps.length}: ${title} (about ${toMinutes(estimate)}; ${soFar}${toMinutes(left)} left)`,
    )
    const begun = performance.now()
    const counts = await run()
    results.push({ name, counts, seconds: secondsSince(begun) })
    print(`${signOf(counts)} ${name}: ${countLine([counts])} in ${toMinutes(secondsSince(begun))}`)
  }
  return results
}

/** @param {Counts} counts */
const signOf = (counts) => (counts.failures.length > 0 ? '✗' : isIncomplete(counts) ? '–' : '✓')

/** @param {number} started */
const secondsSince = (started) => (performance.now() - started) / 1000

/** `0:07`, `12:30`. @param {number} seconds */
export function toMinutes(seconds) {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
