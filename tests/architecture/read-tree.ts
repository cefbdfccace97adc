import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { projectRoot } from '../support/run-process'

/** `path` is from the root, with forward slashes. */
export interface TreeFile {
  path: string
  text: string
}

const IGNORED = new Set(['node_modules', 'dist', 'data', '.git', 'test-results', 'coverage'])
const TEXT = /\.(ts|tsx|mjs|js|css|html|json|md|svg|txt|yml)$|\/\.[a-z]+rc$|^\.ci\/run$/

/** All hand-written text files. */
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
