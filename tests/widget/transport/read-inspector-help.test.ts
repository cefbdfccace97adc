import { expect, test, vi } from 'vitest'
import { readInspectorHelp } from '../../../widget/transport/data-files'

const answering = (body: string, status = 200) => vi.fn(async () => new Response(body, { status }))

test('the help is one file of the API, asked for so that no preflight is needed', async () => {
  const fetch = answering('[]')
  expect(await readInspectorHelp('https://api.example', fetch)).toEqual([])
  expect(fetch.mock.calls).toEqual([['https://api.example/inspector-help.json', { credentials: 'omit' }]])
})

test.each([
  ['there is no such file', answering('[]', 404)],
  ['it is no JSON', answering('<html>')],
  ['no answer comes', vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')))],
])('rejects when %s', async (_, fetch) => {
  await expect(readInspectorHelp('https://api.example', fetch)).rejects.toBeInstanceOf(Error)
})
