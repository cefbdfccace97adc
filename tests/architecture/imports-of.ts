import { posix } from 'node:path'
import type { TreeFile } from './read-tree'

/** `target` is a path from the root without extension; null for a package. */
export interface Import {
  specifier: string
  target: string | null
  typeOnly: boolean
}

const FROM = /^[ \t]*(import|export)\b([^'"`;]*?)\bfrom\s*['"]([^'"]+)['"]/gm
const BARE = /^[ \t]*import\s*['"]([^'"]+)['"]/gm
const DYNAMIC = /(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** Includes re-exports and dynamic imports. */
export function importsOf({ path, text }: TreeFile): Import[] {
  const make = (specifier = '', typeOnly = false): Import => ({
    specifier,
    target: specifier.startsWith('.')
      ? posix.join(posix.dirname(path), specifier.split('?')[0] ?? '').replace(/\.(ts|tsx|mjs)$/, '')
      : null,
    typeOnly,
  })
  return [
    ...[...text.matchAll(FROM)].map(([, , what, specifier]) => make(specifier, /^\s*type\b/.test(what ?? ''))),
    ...[...text.matchAll(BARE)].map(([, specifier]) => make(specifier)),
    ...[...text.matchAll(DYNAMIC)].map(([, isType, specifier]) => make(specifier, Boolean(isType))),
  ]
}
