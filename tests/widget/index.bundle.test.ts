import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { budgets } from '../bench/budgets'
import { builtPart } from '../support/built-part'

const sourceMap = v.object({ sources: v.array(v.string()), sourcesContent: v.array(v.nullable(v.string())) })

let folder: string
let code: string
let map: v.InferOutput<typeof sourceMap>

beforeAll(async () => {
  folder = await builtPart('widget')
  code = await readFile(join(folder, 'membership.js'), 'utf8')
  map = v.parse(sourceMap, JSON.parse(await readFile(join(folder, 'membership.js.map'), 'utf8')))
})

test('it stays within its budget', () => {
  expect(gzipSync(code, { level: 9 }).byteLength).toBeLessThanOrEqual(budgets.bundleGzipBytes)
})

test('React is the unmodified package', async () => {
  const packages = map.sources.filter((source) => /node_modules\/(react|react-dom|scheduler)\//.test(source))
  expect(packages.length).toBeGreaterThan(3)
  for (const [index, source] of map.sources.entries()) {
    if (!packages.includes(source)) continue
    const path = source.slice(source.indexOf('node_modules/'))
    const shipped = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
    expect(map.sourcesContent[index], path).toBe(shipped)
  }
})

const sources = () => map.sources.map((source) => source.replaceAll('\\', '/'))

test('the widget is one classic script, with its notices beside it', async () => {
  const names = await readdir(folder)
  expect(names.filter((name) => /\.(?:[cm]?js|css|wasm)$/u.test(name))).toEqual(['membership.js'])
  expect(names).toContain('third-party-notices.txt')
  expect(code).toMatch(/^\(function\(\)\{/)
  expect(code).not.toMatch(/\bimport\(/)
})

test('it makes no code from text', () => {
  expect(code).not.toMatch(/\beval\(|new Function\b/)
})

test('it carries no validator and none of the server’s tables', () => {
  expect(sources().filter((source) => source.includes('/valibot/'))).toEqual([])
  expect(sources().filter((source) => /contract\/(schemas|entities|rate-limits)/.test(source))).toEqual([])
  expect(code).not.toContain('This plan has reached its member limit.')
})

test('React is in it, but wrapped so that loading the page does not run it', async () => {
  expect(sources().some((source) => source.includes('/react-dom/'))).toBe(true)
  expect(code).toMatch(/Promise\.resolve\(\)\.then\(/)
})
