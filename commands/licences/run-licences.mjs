import { root } from '../runtime/project.mjs'
import { tellHelp } from '../runtime/tell-help.mjs'
import { shippedFiles, unknownAssets } from './assets.mjs'
import { judgePackages } from './judge-packages.mjs'
import { readPackages } from './read-packages.mjs'

const HELP = `npm run licences [-- --all]

What licences the packages of the lock file and the files that are shipped have, and whether all of them can be used.

Options
  --all                    names each package
  --help

Exit code: 0 all of them can be used, 1 something is not in the lists.`

/**
 * `npm run licences`: what licences the packages of the lock file and the files that are shipped have, and whether all of them are
 * ones that can be used. `--all` names each package.
 * @param {readonly string[]} args
 * @returns {Promise<number>} 1 when something is not in the lists of `allowed-licences` and `assets`
 */
export async function run(args) {
  if (tellHelp(args, HELP)) return 0
  const { judged, problems } = judgePackages(await readPackages(root))
  const unknown = unknownAssets(await shippedFiles()).map((file) => `${file}: nobody has said where it comes from.`)
  if (args.includes('--all'))
    for (const { pack, licence } of judged)
      console.log(`${pack.name} ${pack.version}  ${licence}${pack.shipped ? '' : '  (builds or tests the product)'}`)
  else for (const line of summary(judged)) console.log(line)
  for (const problem of [...problems, ...unknown]) console.error(problem)
  return problems.length + unknown.length === 0 ? 0 : 1
}

/** @param {readonly import('./judge-packages.mjs').Judged[]} judged */
function summary(judged) {
  /** @type {Map<string, { shipped: number, others: number }>} */
  const counts = new Map()
  for (const { pack, licence } of judged) {
    const { shipped, others } = counts.get(licence) ?? { shipped: 0, others: 0 }
    counts.set(licence, { shipped: shipped + Number(pack.shipped), others: others + Number(!pack.shipped) })
  }
  const rows = [...counts].toSorted(([one], [other]) => one.localeCompare(other, 'en'))
  const exceptions = judged.filter(({ why }) => why !== null)
  return [
    ...rows.map(([licence, { shipped, others }]) => `${licence}: ${shipped} shipped, ${others} to build and test`),
    ...exceptions.map(({ pack, licence, why }) => `${pack.name}: ${licence}, ${why}`),
  ]
}
