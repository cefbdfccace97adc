import { expect, test, vi } from 'vitest'
import { createReadTranslation } from '../../../widget/transport/data-files'

const answering = (body: string, status = 200) => vi.fn(async () => new Response(body, { status }))

test('a language is one file of the API, asked for so that no preflight is needed', async () => {
  const fetch = answering('{"login":"Anmelden"}')
  const read = createReadTranslation('https://api.example', fetch)
  expect(await read('de')).toEqual({ login: 'Anmelden' })
  expect(fetch.mock.calls).toEqual([['https://api.example/translations/de.json', { credentials: 'omit' }]])
})

test.each([
  ['there is no such file', answering('{"code":"not-found"}', 404)],
  ['it is no JSON', answering('<html>')],
  ['no answer comes', vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')))],
])('rejects when %s', async (_, fetch) => {
  await expect(createReadTranslation('https://api.example', fetch)('de')).rejects.toBeInstanceOf(Error)
})
