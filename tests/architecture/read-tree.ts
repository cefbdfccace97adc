import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { projectRoot } from '../support/run-process'

/** A file of the repository: path from the root with forward slashes, and its text. */
export interface TreeFile {
  path: string
  text: string
}

const IGNORED = new Set(['node_modules', 'dist', 'data', '.git', 'test-results', 'coverage'])
const TEXT = /\.(ts|tsx|mjs|js|css|html|json|md|svg|txt|yml)$|\/\.[a-z]+rc$|^\.ci\/run$/

/** Every text file that people wrote. */
export function readTree(): TreeFile[] {
  return walk(projectRoot)
    .map((file) => relative(projectRoot, file).split(sep).join('/'))
    .filter((path) => TEXT.test(path) && path !== 'package-lock.json')
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}

export const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path)
