import { readPackages } from '../licences/read-packages.mjs'
import { runChild } from '../runtime/run-child.mjs'
import { root } from '../runtime/project.mjs'
import { tellHelp } from '../runtime/tell-help.mjs'
import { readAudit } from './read-audit.mjs'

/** Whoever has no connection is not kept waiting. */
const PATIENCE = ['--fetch-retries=0', '--fetch-timeout=15000']

/** What is printed, and looked for, where there is nobody to ask. */
export const SKIPPED = 'skipped: the registry does not answer audits'

const HELP = `npm run audit

Asks the registry that packages come from for holes that are known in them.

Options
  --help

Exit code: 0 nothing has to be mended, 1 something has to be mended first.`

/**
 * `npm run audit`: asks the registry that packages come from for holes that are known in them.
 * @param {readonly string[]} args
 * @returns {Promise<number>} 1 when one of them has to be mended first
 */
export async function run(args = process.argv.slice(2)) {
  if (tellHelp(args, HELP)) return 0
  const packages = await readPackages(root)
  const shipped = new Set(packages.flatMap(({ name, shipped: isShipped }) => (isShipped ? [name] : [])))
  const { output } = await runChild('npm', ['audit', '--json', ...PATIENCE], { capture: true })
  const holes = readAudit(output, shipped)
  if (holes === null) {
    console.log(SKIPPED)
    return 0
  }
  for (const { name, severity, shipped: isShipped, fails, mended } of holes)
    console.log(
      `${fails ? '✗' : '–'} ${name}: ${severity}${isShipped ? '' : ', builds or tests the product'}; mended in ${mended}`,
    )
  console.log(`${holes.length} of ${packages.length} packages have holes that are known.`)
  return holes.some(({ fails }) => fails) ? 1 : 0
}
