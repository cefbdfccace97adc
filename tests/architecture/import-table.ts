import { importsOf } from './imports-of'
import { isCode } from './read-tree'
import type { TreeFile } from './read-tree'

/**
 * The table of ARCHITECTURE.md: program → module → the modules it may import. A module is a folder or file directly
 * below the program.
 */
export type ImportTable = Map<string, Map<string, Set<string>>>

const FOLDERS: Record<string, string> = { widget: 'widget', api: 'api', site: 'host-site', console: 'console' }

/**
 * Reads lines such as `site : ui · lib → pages → app`: a module may import any module to its left. Modules joined by
 * `·` may import each other, modules separated by `|` may not.
 */
export function readImportTable(markdown: string): ImportTable {
  const lines = [...markdown.matchAll(/^(widget|api|site|console)\s*: (.+)$/gm)]
  return new Map(lines.map(([, program = '', row = '']) => [FOLDERS[program] ?? program, readRow(row)]))
}

function readRow(row: string): Map<string, Set<string>> {
  const modules = new Map<string, Set<string>>()
  const below: string[] = []
  for (const level of row.split('→')) {
    const groups = level.split('|').map((group) => group.split('·').map((name) => name.trim()))
    for (const group of groups) for (const name of group) modules.set(name, new Set([...below, ...group]))
    below.push(...groups.flat())
  }
  return modules
}

const moduleOf = (path: string): string => path.split('/')[1]?.replace(/\.\w+$/, '') ?? ''
const programOf = (path: string): string => path.split('/')[0] ?? ''

/** Importable only as types in browsers: validators and row shapes must not reach the bundle. */
const TYPES_ONLY = /^contract\/((admin\/)?schemas(\/|$)|entities$)/
const PROGRAMS = new Set(['widget', 'api', 'host-site', 'console', 'commands', 'tests', 'contract'])

/** One sentence per forbidden import. */
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

/** Of the modals: colors with their contrast, and the English texts. */
const MODAL_TABLES = new Set([
  'widget/modals/theme/brand-palette',
  'widget/modals/theme/colors',
  'widget/modals/texts/english',
])

function reason(path: string, target: string, typeOnly: boolean, table: ImportTable): string | null {
  const [from, to] = [programOf(path), programOf(target)]
  if (to === 'tests') return 'nothing imports tests'
  if (!target.includes('/')) return null // package.json: the version
  if (from === to) return insideProgram(path, target, table.get(from))
  const inBrowser = from === 'widget' || from === 'host-site' || from === 'console'
  if (to === 'contract') return inBrowser && TYPES_ONLY.test(target) && !typeOnly ? 'in a browser as a type only' : null
  if (from === 'contract') return 'the contract may not import our other code'
  if (target === 'widget/public') return typeOnly ? null : 'widget/public holds types only'
  // The page checker and the command run the same rules. Design and Texts show what the modals make of a draft.
  if (from === 'console' && (target.startsWith('widget/inspector/rules') || MODAL_TABLES.has(target))) return null
  if (from === 'commands' && (to === 'api' || target.startsWith('widget/inspector/rules'))) return null
  return `${from} and ${to} never import each other`
}

/** The modules of the API have their own order. Code that has not moved may import them and be imported. */
const MOVED = /^api\/(?:lib|database|http|features|operations)(?:\/|$)/

function insideProgram(path: string, target: string, modules: Map<string, Set<string>> | undefined): string | null {
  if (!modules || moduleOf(path) === moduleOf(target)) return null
  if (MOVED.test(path) || MOVED.test(target)) return null
  const allowed = modules.get(moduleOf(path))
  if (!allowed) return `${moduleOf(path)} is not in the table of ARCHITECTURE.md`
  if (!modules.has(moduleOf(target))) return `${moduleOf(target)} is not in the table of ARCHITECTURE.md`
  return allowed.has(moduleOf(target)) ? null : `${moduleOf(path)} may not import ${moduleOf(target)}`
}
