import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureBrowser } from '../runtime/browser.mjs'
import { ensureInstalled } from '../runtime/install.mjs'
import { inProject, root } from '../runtime/project.mjs'
import { changedTests } from './changed-tests.mjs'
import { programs, readGraph } from './import-graph.mjs'
import { build, inScratch, runJourneys } from './gate.mjs'
import { summarize } from './reports.mjs'
import { runVitest } from './run-suites.mjs'
import { checks, runCheck } from './steps.mjs'

const HELP = `npm run test:changed [-- <commit>]

Checks the changes since a commit: types, lint and format, the tests that import a changed file, those of its feature and
of the features that import it, and its journeys. A minute or two; a change that much depends on takes as long as npm test.
Without a commit: the uncommitted changes, or the last commit if there are none.

Exit code: 0 all passed, 1 something failed.`

/** @param {...string} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/**
 * @param {string | undefined} since
 * @returns {{ changed: string[], deleted: string[] }} paths from the root; `changed` exist
 */
function listChanged(since) {
  const open = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  const all =
    since === undefined && open.length > 0 ? open : [...git('diff', '--name-only', since ?? 'HEAD~1'), ...open]
  const paths = [...new Set(all)]
  const isThere = (/** @type {string} */ path) => existsSync(inProject(path))
  return { changed: paths.filter(isThere), deleted: paths.filter((path) => !isThere(path)) }
}

/**
 * `npm run test:changed`: checks a change to one module within a minute or two.
 * @param {readonly string[]} args a commit, `--help`
 * @returns {Promise<number>} exit code
 */
export async function runChanged(args) {
  if (args.includes('--help')) {
    console.log(HELP)
    return 0
  }
  const { changed, deleted } = listChanged(args.find((word) => !word.startsWith('--')))
  const { tests, journeys } = changedTests(changed, readGraph(root, [...programs, 'tests']))
  if (changed.length + deleted.length === 0) console.log('not checked: nothing has changed.')
  console.log(`${changed.length} changed files: ${tests.length} test files, ${journeys.length} journey files.`)
  await ensureInstalled()
  const results = await inScratch((scratch) => runAll({ changed, deleted, tests, journeys, scratch }))
  const { lines, code } = summarize(results)
  console.log(['', ...lines].join('\n'))
  return code
}

/** @param {{ changed: readonly string[], deleted: readonly string[], tests: readonly string[], journeys: readonly string[], scratch: string }} what */
async function runAll({ changed, deleted, tests, journeys, scratch }) {
  const browser = journeys.length > 0 ? await ensureBrowser() : null
  const env = { CHROMIUM_PATH: browser ?? process.env['CHROMIUM_PATH'] }
  const results = await Promise.all(checksOf(changed, deleted).map(runCheck))
  if (tests.length > 0) results.push(await runVitest({ scratch, env, files: tests }))
  if (journeys.length === 0) return results
  const built = await build()
  const isBuilt = built.failures.length === 0
  return [...results, built, ...(isBuilt ? [await runJourneys(browser, { scratch, env, files: journeys })] : [])]
}

/**
 * Types of everything, lint and format of the changed files.
 * @param {readonly string[]} changed
 * @param {readonly string[]} deleted a file may import one of them
 */
function checksOf(changed, deleted) {
  const isCode = (/** @type {string} */ path) => /\.(?:tsx?|mjs)$/u.test(path)
  const code = changed.filter(isCode)
  return checks.flatMap((check) => {
    if (check.name === 'types') return code.length > 0 || deleted.some(isCode) ? [check] : []
    if (check.name === 'lint') return code.length > 0 ? [{ ...check, args: [...check.args, ...code] }] : []
    if (check.name !== 'format' || changed.length === 0) return []
    return [{ ...check, args: [...check.args.filter((word) => word !== '.'), '--ignore-unknown', ...changed] }]
  })
}
