import { importsOf } from './imports-of'
import { isCode } from './read-tree'
import type { TreeFile } from './read-tree'

/**
 * The table of ARCHITECTURE.md: program → room → the rooms it may import. A room is a folder or a file directly below the
 * program's folder.
 */
export type ImportTable = Map<string, Map<string, Set<string>>>

const FOLDERS: Record<string, string> = { widget: 'widget', api: 'api', site: 'host-site' }

/**
 * Reads lines such as `site : ui · lib → pages → app`: rooms right of an arrow may import what stands left of it; rooms
 * joined by `·` may import each other, rooms parted by `|` may not.
 */
export function readImportTable(markdown: string): ImportTable {
  const lines = [...markdown.matchAll(/^(widget|api|site)\s*: (.+)$/gm)]
  return new Map(lines.map(([, program = '', row = '']) => [FOLDERS[program] ?? program, readRow(row)]))
}

function readRow(row: string): Map<string, Set<string>> {
  const rooms = new Map<string, Set<string>>()
  const below: string[] = []
  for (const level of row.split('→')) {
    const groups = level.split('|').map((group) => group.split('·').map((name) => name.trim()))
    for (const group of groups) for (const name of group) rooms.set(name, new Set([...below, ...group]))
    below.push(...groups.flat())
  }
  return rooms
}

const roomOf = (path: string): string => path.split('/')[1]?.replace(/\.\w+$/, '') ?? ''
const programOf = (path: string): string => path.split('/')[0] ?? ''

/** What a browser may hold of the contract only as a type: validators and row shapes must not reach the bundle. */
const TYPES_ONLY = /^contract\/(schemas(\/|$)|entities$)/
const PROGRAMS = new Set(['widget', 'api', 'host-site', 'commands', 'tests', 'contract'])

/** One sentence for each import that the table does not allow. */
export function forbiddenImports(files: readonly TreeFile[], table: ImportTable): string[] {
  return files
    .filter(({ path }) => isCode(path) && PROGRAMS.has(programOf(path)) && programOf(path) !== 'tests')
    .flatMap((file) =>
      importsOf(file).flatMap(({ target, typeOnly }) => {
        const why = target === null ? null : reason(file.path, target, typeOnly, table)
        return why ? [`${file.path} imports ${target}: ${why}`] : []
      }),
    )
}

function reason(path: string, target: string, typeOnly: boolean, table: ImportTable): string | null {
  const [from, to] = [programOf(path), programOf(target)]
  if (to === 'tests') return 'nothing imports tests'
  if (!target.includes('/')) return null // package.json: the version
  if (from === to) return insideProgram(path, target, table.get(from))
  const inBrowser = from === 'widget' || from === 'host-site'
  if (to === 'contract') return inBrowser && TYPES_ONLY.test(target) && !typeOnly ? 'in a browser as a type only' : null
  if (from === 'contract') return 'the contract imports nothing of ours'
  if (target === 'widget/public') return typeOnly ? null : 'widget/public holds types only'
  if (from === 'commands' && (to === 'api' || target.startsWith('widget/inspector/rules'))) return null
  return `${from} and ${to} never import each other`
}

/** The new tree of the API has an order of its own, features included; what has not moved yet may import it and be imported. */
const MOVED = /^api\/(?:lib|database|features|operations)(?:\/|$)/

function insideProgram(path: string, target: string, rooms: Map<string, Set<string>> | undefined): string | null {
  if (!rooms || roomOf(path) === roomOf(target)) return null
  if (MOVED.test(path) || MOVED.test(target)) return null
  const allowed = rooms.get(roomOf(path))
  if (!allowed) return `${roomOf(path)} is not in the table of ARCHITECTURE.md`
  if (!rooms.has(roomOf(target))) return `${roomOf(target)} is not in the table of ARCHITECTURE.md`
  return allowed.has(roomOf(target)) ? null : `${roomOf(path)} stands below or beside ${roomOf(target)}`
}
