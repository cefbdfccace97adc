/** @typedef {import('../../commands/test/import-graph.mjs').ImportGraph} ImportGraph */

/** API modules from lowest to highest: each may import earlier rows. Modules of one row do not import each other. */
export const moduleOrder = [
  ['lib'],
  ['database'],
  ['http'],
  ['apps'],
  ['audit', 'mail', 'files', 'captcha', 'mirror'],
  ['members'],
  ['plans'],
  ['analytics'],
  ['comments', 'data-tables', 'inbox', 'visits', 'installations', 'payments'],
  ['assessments'],
  ['work-samples'],
  ['transparency-log'],
  ['credentials'],
  ['tags'],
  ['tag-purchases'],
  ['profiles', 'vc-api'],
  ['accounts'],
  ['passkeys'],
  ['second-factor'],
  ['social'],
  ['webhooks'],
  ['app-secrets'],
  ['staff'],
  ['app-settings'],
  ['transfer'],
  ['jobs'],
  ['console-events'],
  ['owner', 'docs'],
  ['operations'],
  ['composition'],
]

const ranks = new Map(moduleOrder.flatMap((row, rank) => row.map((name) => [name, rank])))
const BASE = new Set(['lib', 'database', 'http', 'operations'])

/**
 * The module of an API file.
 * @param {string} path
 * @returns {string | null} null for other programs and folders that have not moved yet
 */
export function moduleOf(path) {
  const [program, folder = '', feature = ''] = path.split('/')
  if (program !== 'api') return null
  if (folder === 'features') return feature.replace(/\.ts$/u, '')
  if (BASE.has(folder)) return folder
  return folder.endsWith('.ts') ? 'composition' : null
}

/**
 * Imports of a higher module or one in the same row, including types.
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

/**
 * Services of a module that a lower one names, which no import shows: a feature adds its services to `Services` by `declare module`.
 * @param {ImportGraph} graph
 * @returns {string[]} one sentence each
 */
export function upwardServices({ files }) {
  const sources = [...files.values()].filter(({ path }) => moduleOf(path) !== null)
  const owners = new Map(
    sources.flatMap(({ path, text }) => servicesAddedIn(text).map((name) => [name, String(moduleOf(path))])),
  )
  return sources.flatMap(({ path, text }) => {
    const from = String(moduleOf(path))
    const named = new Set([...text.matchAll(/\bPick<\s*Services,([^>]*)>/gu)].flatMap(([, keys]) => namesIn(keys)))
    return [...named].flatMap((name) => {
      const to = owners.get(name)
      if (to === undefined || to === from || Number(ranks.get(to)) < Number(ranks.get(from))) return []
      return [`${path} names the service ${name}: ${to} is not below ${from}`]
    })
  })
}

/** @param {string} text @returns {string[]} */
function servicesAddedIn(text) {
  const [, added = ''] = /^declare module [^\n]*\n {2}interface Services \{\n([\s\S]*?)\n {2}\}/mu.exec(text) ?? []
  return [...added.matchAll(/^ {4}(\w+)[(:]/gmu)].map(([, name = '']) => name)
}

/** @param {string} [keys] */
const namesIn = (keys = '') => [...keys.matchAll(/'(\w+)'/gu)].map(([, name = '']) => name)

/** Imports between API modules. @param {ImportGraph} graph @returns {Map<string, Set<string>>} */
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
