import { ensureInstalled } from '../runtime/install.mjs'
import { gateSteps, inScratch } from './gate.mjs'
import { summarize } from './reports.mjs'
import { runChanged } from './run-changed.mjs'
import { runFull } from './run-full.mjs'
import { runSteps } from './steps.mjs'

const HELP = `npm test [-- --no-browser]

The gate, which .ci/run calls and every commit of main passes: about six minutes on two quiet cores.
  1. builds what is stale; types, lint, format, licences
  2. unit, API and command tests, on SQLite
  3. tests that start programs
  4. about forty journeys in Chromium; not with --no-browser (npm run check)

It installs missing packages and, for the journeys, a browser. A failed journey or program test is run once more, alone;
if it passes then, it is reported as flaky. The last line is the count.

More: npm run test:full runs what takes longer, npm run test:changed the tests of a change.

Exit code: 0 all passed, 1 something failed.`

/**
 * `npm test`: the gate.
 * @param {readonly string[]} args `--no-browser` skips the journeys; `--changed`, `--full` and `--long` are other commands
 * @returns {Promise<number>} exit code
 */
export async function run(args) {
  const rest = args.filter((word) => word !== '--changed' && word !== '--full')
  if (args.includes('--changed')) return runChanged(rest)
  if (args.includes('--full') || args.includes('--long')) return runFull(rest)
  if (args.includes('--help')) {
    console.log(HELP)
    return 0
  }
  await ensureInstalled()
  return inScratch(async (scratch) => {
    const results = await runSteps(await gateSteps(scratch, !args.includes('--no-browser')))
    const { lines, code } = summarize(results.map(({ counts }) => counts))
    console.log(['', ...lines].join('\n'))
    return code
  })
}
