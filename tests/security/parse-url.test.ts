import { expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { httpOrigin } from '../../api/http/cors'
import { parseUrl } from '../../contract/parse-url'
import { projectRoot } from '../support/run-process'

/** Latin-1 characters whose bytes are UTF-8 for something else: once compiled, `URL.canParse` confuses them. */
const TROUBLE = 'https://"\u00f0\u009d\u0092\u00b3https://a.example'
/** Far more calls than it takes until then. */
const CALLS = 30_000

test('an invalid origin is refused, also by a server that has run for long', () => {
  for (let call = 0; call < CALLS; call += 1) expect(httpOrigin(TROUBLE)).toBeNull()
  expect(httpOrigin('https://a.example')).toBe('https://a.example')
})

test('a URL is parsed, also relative to another one, or invalid', () => {
  expect(parseUrl('https://a.example/b')?.pathname).toBe('/b')
  expect(parseUrl('b', 'https://a.example/a/')?.href).toBe('https://a.example/a/b')
  expect([parseUrl('b'), parseUrl(''), parseUrl('https://')]).toEqual([null, null, null])
})

test.for(['api', 'commands', 'contract'])('no file in %s calls URL.canParse', (folder) => {
  const files = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
  const code = files.filter((file) => /\.(ts|mjs)$/u.test(file) && !file.endsWith('parse-url.ts'))
  expect(code.length).toBeGreaterThan(20)
  expect(
    code.filter((file) => readFileSync(join(projectRoot, folder, file), 'utf8').includes('URL.canParse(')),
  ).toEqual([])
})
