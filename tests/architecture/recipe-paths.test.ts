import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../support/run-process'
import { readTree } from './read-tree'

const files = readTree().map(({ path }) => path)

/** Paths in inline code, such as `widget/attributes.ts`. A part in angle brackets is any name. */
const pathsIn = (markdown: string): string[] =>
  [...markdown.replaceAll(/^```.*?^```$/gmsu, '').matchAll(/`([^`\s]+)`/gu)]
    .map(([, code = '']) => code)
    .filter((code) => /^[\w<.][\w<>.*-]*(?:\/|\.(?:ts|tsx|mjs|json|md|css|html)$)/u.test(code))

/** Whether a file or folder has the path, from the root or as the end of a longer one. */
function isPath(path: string): boolean {
  if (!/[<*]/u.test(path) && existsSync(join(projectRoot, path))) return true
  const source = path
    .replaceAll(/[.+?^${}()|[\]\\]/gu, String.raw`\$&`)
    .replaceAll(/<\w+>|\*/gu, '[^/]+')
    .replace(/\/$/u, '')
  const pattern = new RegExp(String.raw`(?:^|/)${source}(?:/|$|\.)`, 'u')
  return files.some((file) => pattern.test(file))
}

/** In decisions: files that a build writes or a server serves, error codes and media types. */
const ELSEWHERE = new Set([
  '<log>/status/<n>.json',
  'client/invalid-token',
  'credential.json',
  'DATA_DIR/keys/vc-api-status.json',
  'dist/.tested.json',
  'dist/server/third-party-notices.txt',
  'inspector-help.json',
  'members/maxTeamMembers',
  'membership.d.ts',
  'status.json',
  'text/plain',
  'trust.json',
])

it('every path that a decision names exists', () => {
  const folder = join(projectRoot, 'docs', 'decisions')
  const named = readdirSync(folder).flatMap((name) =>
    pathsIn(readFileSync(join(folder, name), 'utf8')).map((path) => ({ name, path })),
  )
  expect(named.filter(({ path }) => !ELSEWHERE.has(path) && !isPath(path))).toEqual([])
  // No exception is left that nothing needs.
  expect([...ELSEWHERE].filter((path) => !named.some((one) => one.path === path))).toEqual([])
})

it.each(['CONTRIBUTING.md', 'ARCHITECTURE.md'])('every path that %s names exists', (name) => {
  const paths = pathsIn(readFileSync(join(projectRoot, name), 'utf8'))
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter((path) => !isPath(path))).toEqual([])
})

it('finds a path that does not exist', () => {
  const named = pathsIn(
    '`widget/attributes.ts`, `widget/attribute.ts`, `api/features/<feature>/routes.ts`, `api/ports/`',
  )
  expect(named.filter((path) => !isPath(path))).toEqual(['widget/attribute.ts', 'api/ports/'])
})
