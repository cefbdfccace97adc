import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * @typedef {object} Edge
 * @property {string} to path of the imported file
 * @property {boolean} typeOnly whether the compiler erases it
 *
 * @typedef {object} SourceFile
 * @property {string} path from the root, with forward slashes
 * @property {string} text
 * @property {number} lines
 *
 * @typedef {object} ImportGraph
 * @property {ReadonlyMap<string, SourceFile>} files
 * @property {ReadonlyMap<string, readonly Edge[]>} imports by path
 * @property {ReadonlyMap<string, ReadonlySet<string>>} importers by path; a file that nothing imports has an empty set
 */

export const programs = /** @type {const} */ (['api', 'widget', 'host-site', 'console', 'commands', 'contract'])

const CODE = /(?<!\.d)\.(ts|tsx|mjs)$/
const FROM = /^[ \t]*(?:import|export)\b([^'"`;]*?)\bfrom\s*['"](\.[^'"]+)['"]/gmu
const BARE = /^[ \t]*import\s*['"](\.[^'"]+)['"]/gmu
const DYNAMIC = /(typeof\s+)?\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/gu

/**
 * Reads the source files and their imports. Tests are not importers.
 * @param {string} root
 * @param {readonly string[]} [folders]
 * @returns {ImportGraph}
 */
export function readGraph(root, folders = programs) {
  const paths = folders.flatMap((folder) => listCode(root, folder))
  return toGraph(paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })))
}

/** @param {readonly { path: string, text: string }[]} sources @returns {ImportGraph} */
export function toGraph(sources) {
  const files = new Map(sources.map(({ path, text }) => [path, { path, text, lines: countLines(text) }]))
  const imports = new Map(sources.map((file) => [file.path, edgesOf(file, files)]))
  /** @type {Map<string, Set<string>>} */
  const importers = new Map(sources.map(({ path }) => [path, new Set()]))
  for (const [path, edges] of imports) for (const { to } of edges) importers.get(to)?.add(path)
  return { files, imports, importers }
}

/** @param {string} text */
const countLines = (text) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** @param {{ path: string, text: string }} file @param {ReadonlyMap<string, unknown>} files @returns {Edge[]} */
function edgesOf({ path, text }, files) {
  const found = [
    ...[...text.matchAll(FROM)].map(([, what, to]) => ({ to, typeOnly: /^\s*type\b/u.test(what ?? '') })),
    ...[...text.matchAll(BARE)].map(([, to]) => ({ to, typeOnly: false })),
    ...[...text.matchAll(DYNAMIC)].map(([, isType, to]) => ({ to, typeOnly: isType !== undefined })),
  ]
  return found.flatMap(({ to = '', typeOnly }) => {
    const target = resolve(posix.join(posix.dirname(path), to.split('?')[0] ?? ''), files)
    return target === null ? [] : [{ to: target, typeOnly }]
  })
}

/** @param {string} base @param {ReadonlyMap<string, unknown>} files */
const resolve = (base, files) =>
  ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'].map((end) => base + end).find((one) => files.has(one)) ?? null

/** @param {string} root @param {string} folder @returns {string[]} */
function listCode(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listCode(root, path)
    return CODE.test(entry.name) ? [path] : []
  })
}

/**
 * Files reachable from one, itself included.
 * @param {ImportGraph} graph
 * @param {string} start
 * @param {(edge: Edge) => boolean} follows
 * @returns {Set<string>}
 */
export function closureOf(graph, start, follows) {
  const reached = new Set([start])
  for (const path of reached) for (const edge of graph.imports.get(path) ?? []) if (follows(edge)) reached.add(edge.to)
  return reached
}

/**
 * Cycles.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} edges by node
 * @returns {string[][]}
 */
export function circles(edges) {
  /** @type {Map<string, { index: number, low: number, open: boolean }>} */
  const seen = new Map()
  /** @type {string[]} */
  const stack = []
  /** @type {string[][]} */
  const found = []
  /** Tarjan's strongly connected components. @param {string} node */
  function visit(node) {
    const own = { index: seen.size, low: seen.size, open: true }
    seen.set(node, own)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      const known = seen.get(next) ?? visit(next)
      if (known.open) own.low = Math.min(own.low, known.low)
    }
    if (own.low === own.index) found.push(close(node))
    return own
  }
  /** @param {string} first */
  function close(first) {
    const group = stack.splice(stack.indexOf(first))
    for (const node of group) {
      const state = seen.get(node)
      if (state) state.open = false
    }
    return group
  }
  for (const node of edges.keys()) if (!seen.has(node)) visit(node)
  return found.filter((group) => group.length > 1)
}
