import { expect, test } from 'vitest'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { httpOrigin } from '../../api/features/apps/identify-app'
import { parseUrl } from '../../contract/parse-url'
import { projectRoot } from '../support/run-process'

/** Letters of Latin-1 whose bytes are UTF-8 of something else: what `URL.canParse` mistakes for that once it is compiled. */
const TROUBLE = 'https://"\u00f0\u009d\u0092\u00b3https://a.example'
/** Far more than it takes until it is. */
const CALLS = 30_000

test('an origin that is none is refused by a server that has run for long, too', () => {
  for (let call = 0; call < CALLS; call += 1) expect(httpOrigin(TROUBLE)).toBeNull()
  expect(httpOrigin('https://a.example')).toBe('https://a.example')
})

test('an address is read, also relative to another one, or is none', () => {
  expect(parseUrl('https://a.example/b')?.pathname).toBe('/b')
  expect(parseUrl('b', 'https://a.example/a/')?.href).toBe('https://a.example/a/b')
  expect([parseUrl('b'), parseUrl(''), parseUrl('https://')]).toEqual([null, null, null])
})

test.for(['api', 'commands', 'contract'])('nothing in %s asks URL.canParse', (folder) => {
  const files = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
  const code = files.filter((file) => /\.(ts|mjs)$/u.test(file) && !file.endsWith('parse-url.ts'))
  expect(code.length).toBeGreaterThan(20)
  expect(
    code.filter((file) => readFileSync(join(projectRoot, folder, file), 'utf8').includes('URL.canParse(')),
  ).toEqual([])
})
