/** @typedef {import('./import-graph.mjs').ImportGraph} ImportGraph */

/**
 * The modules of the API from the lowest to the highest: each may import what stands in an earlier row.
 * Modules of one row do not import each other.
 */
export const moduleOrder = [
  ['lib'],
  ['database'],
  ['http'],
  ['apps'],
  ['audit', 'mail', 'files', 'captcha', 'mirror'],
  ['members'],
  ['plans'],
  ['comments', 'data-tables', 'inbox', 'visits', 'payments'],
  ['assessments'],
  ['work-samples'],
  ['transparency-log'],
  ['credentials'],
  ['tags'],
  ['tag-purchases'],
  ['profiles', 'vc-api'],
  ['accounts'],
  ['social'],
  ['webhooks'],
  ['app-secrets'],
  ['staff'],
  ['jobs'],
  ['analytics'],
  ['transfer'],
  ['owner', 'docs'],
  ['operations'],
  ['composition'],
]

const ranks = new Map(moduleOrder.flatMap((row, rank) => row.map((name) => [name, rank])))
const BASE = new Set(['lib', 'database', 'http', 'operations'])

/**
 * The module of a file of the API.
 * @param {string} path
 * @returns {string | null} null for another program, and for a folder that has not moved yet
 */
export function moduleOf(path) {
  const [program, folder = '', feature = ''] = path.split('/')
  if (program !== 'api') return null
  if (folder === 'features') return feature.replace(/\.ts$/u, '')
  if (BASE.has(folder)) return folder
  return folder.endsWith('.ts') ? 'composition' : null
}

/**
 * Imports, types included, of a module that stands higher or beside.
 * @param {ImportGraph} graph
 * @returns {string[]} one sentence each
 */
export function upwardArrows({ imports }) {
  return [...imports].flatMap(([path, edges]) => {
    const from = moduleOf(path)
    if (from === null) return []
    const targets = new Set(edges.map(({ to }) => to))
    return [...targets].flatMap((target) => {
      const to = moduleOf(target)
      if (to === null || to === from) return []
      if (!ranks.has(from) || !ranks.has(to))
        return [`${path} imports ${target}: ${from} or ${to} has no place in the order`]
      return Number(ranks.get(to)) < Number(ranks.get(from))
        ? []
        : [`${path} imports ${target}: ${to} is not below ${from}`]
    })
  })
}

/** Which modules of the API import which. @param {ImportGraph} graph @returns {Map<string, Set<string>>} */
export function moduleEdges({ imports }) {
  /** @type {Map<string, Set<string>>} */
  const edges = new Map()
  for (const [path, targets] of imports) {
    const from = moduleOf(path)
    if (from === null) continue
    const known = edges.get(from) ?? new Set()
    edges.set(from, known)
    for (const { to } of targets) {
      const module = moduleOf(to)
      if (module !== null && module !== from) known.add(module)
    }
  }
  return edges
}
