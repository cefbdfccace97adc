import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { errors } from '../../../contract/errors'
import type { ErrorCode } from '../../../contract/errors'
import { readMultipartBody } from '../../../api/http/request'
import { callHeaders, startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi()
  token = (await api.call('signup', { email: 'ann@example.com', password: 'long enough' })).data.tokens.accessToken
  await api.outbox.drain()
})
afterAll(() => api.close())

const B = '--formdata-0123456789'
const FORM = `multipart/form-data; boundary=${B}`
const FILE = 'Content-Disposition: form-data; name="profileImage"; filename="a.png"\r\nContent-Type: image/png'
const part = (head: string, content = 'v') => `--${B}\r\n${head}\r\n\r\n${content}\r\n`
const text = (name: string) => part(`Content-Disposition: form-data; name="${name}"`)

/** Expects this error and no changed row. */
async function refuses(code: ErrorCode, body: string | Uint8Array<ArrayBuffer>, type = FORM, sentence?: string) {
  const before = api.dumpDatabase()
  const headers = { ...callHeaders({ token }, false), 'content-type': type }
  const response = await api.request('/member/profile-image', { method: 'POST', headers, body })
  const { status, message } = errors[code]
  const expected = { code, message: sentence ?? message }
  expect({ status: response.status, body: await response.json() }).toEqual({ status, body: expected })
  expect(api.dumpDatabase()).toEqual(before)
}

describe('an upload is refused', () => {
  it.each([
    ['application/json', '{"profileImage":"x"}'],
    ['text/plain', 'x'],
    ['application/x-www-form-urlencoded', 'profileImage=x'],
    [`multipart/mixed; boundary=${B}`, `${part(FILE)}--${B}--\r\n`],
    ['image/png', 'x'],
  ])('in %s', (type, body) => refuses('unsupported-media-type', body, type))

  it.each<[string, string | Uint8Array<ArrayBuffer>, string?]>([
    ['no boundary', `${part(FILE)}--${B}--\r\n`, 'multipart/form-data'],
    ['an empty boundary', `${part(FILE)}--${B}--\r\n`, 'multipart/form-data; boundary='],
    ['another boundary', `${part(FILE)}--${B}--\r\n`, 'multipart/form-data; boundary=y'],
    ['a boundary of 71 characters', `${part(FILE)}--${B}--\r\n`, `multipart/form-data; boundary=${'x'.repeat(71)}`],
    ['a boundary with a quotation mark', 'x', 'multipart/form-data; boundary=a"b'],
    ['no body', ''],
    ['no end', part(FILE)],
    ['an end in the middle of a part', `--${B}\r\n${FILE}\r\n\r\nabc`],
    ['an end in the middle of the head', `--${B}\r\nContent-Dispo`],
    ['bare line feeds', `${part(FILE)}--${B}--\r\n`.replaceAll('\r\n', '\n')],
    ['a part without a name', `${part('Content-Disposition: form-data')}--${B}--\r\n`],
    ['a part without a head', `--${B}\r\n\r\nv\r\n--${B}--\r\n`],
    ['text after the end', `${part(FILE)}--${B}--\r\nmore`],
    ['bytes that are no form', new Uint8Array([0xff, 0xd8, 0xff, 0x00])],
  ])('with %s', (_, body, type) => refuses('invalid-form-data', body, type))

  it.each([
    ['40 parts', `${text('a').repeat(40)}--${B}--\r\n`],
    ['50,000 parts', `${text('a').repeat(50_000)}--${B}--\r\n`],
    ['a head of half a million lines', `--${B}\r\n${'a: b\r\n'.repeat(500_000)}${FILE}\r\n\r\nv\r\n--${B}--\r\n`],
    ['a name of a million characters', `${text('%22'.repeat(300_000))}--${B}--\r\n`],
  ])('with %s, before it is parsed', async (_, body) => {
    const parse = vi.spyOn(Response.prototype, 'formData')
    await refuses('invalid-form-data', body)
    expect(parse).not.toHaveBeenCalled()
  })

  it.each([
    ['without the field', text('other')],
    ['with no field at all', ''],
    ['with a field of the prototype', text('__proto__')],
    ['with no file chosen', part(FILE, '')],
  ])('%s', (_, parts) =>
    refuses('required-field-missing', `${parts}--${B}--\r\n`, FORM, 'The required field "profileImage" is missing.'),
  )
  it('with text instead of the file', () => refuses('invalid-field-type', `${text('profileImage')}--${B}--\r\n`))
  it('with a file that is not an image', () => refuses('invalid-file-type', `${part(FILE)}--${B}--\r\n`))
  it('with 10 MB', () => refuses('file-size-too-large', `${part(FILE, 'x'.repeat(10_000_000))}--${B}--\r\n`))
  it('with 10 MB that never end the first line', () => refuses('file-size-too-large', 'x'.repeat(10_000_000)))
})

describe('a form that browsers and published clients send', () => {
  const read = async (body: string, type = FORM) => {
    const init = { method: 'POST', body, headers: { 'content-type': type } }
    return readMultipartBody(new Request('http://localhost/', init))
  }

  it('is read with or without the last line break', async () => {
    for (const end of [`--${B}--\r\n`, `--${B}--`]) {
      const fields: { profileImage?: File } = await read(`${part(FILE, 'pixels')}${end}`)
      expect(await fields.profileImage?.text()).toBe('pixels')
      expect(fields.profileImage?.type).toBe('image/png')
    }
  })

  it('may quote its boundary and have its type in any case', async () => {
    const body = `${text('a')}--${B}--\r\n`.replaceAll(B, 'a b')
    expect(await read(body, 'Multipart/Form-Data; charset=utf-8; Boundary="a b"')).toEqual({ a: 'v' })
  })

  it('may contain the boundary’s characters', async () => {
    expect(await read(`${part('Content-Disposition: form-data; name="a"', '--formdata \r\n--')}--${B}--\r\n`)).toEqual({
      a: '--formdata \r\n--',
    })
  })
})
