import { validate } from '@scalar/openapi-parser'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { describeSchema } from '../../../../api/features/docs/open-api-endpoints'
import { openApiDocument } from '../../../../api/features/docs/open-api'
import { ADMIN_PATH, adminEndpoints } from '../../../../contract/admin/endpoints'
import { endpoints } from '../../../../contract/endpoints'
import { errors } from '../../../../contract/errors'
import { openSchemas } from '../../../support/open-api-schemas'

const made = () => openApiDocument({ server: 'https://api.example', version: '1.2.3' })
const document = await made()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

/** Every schema of the document with its path. */
function* schemasIn(value: unknown, place = ''): Generator<[string, object]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    if (key === 'schema' && typeof part === 'object') yield [`${place}/${key}`, part]
    else yield* schemasIn(part, `${place}/${key}`)
  }
}

describe('the description of the API', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors: wrong, version } = await validate(structuredClone(document))
    expect([valid, wrong, version]).toEqual([true, [], '3.1'])
  })

  it('has every endpoint of both tables exactly once, at its address, and no other', () => {
    const rows = [
      ...Object.entries(endpoints).map(([name, { method, path }]) => `${method} ${path} ${name}`),
      ...Object.entries(adminEndpoints).map(([name, { method, path }]) => `${method} ${ADMIN_PATH}${path} ${name}`),
    ]
    const described = operations.flatMap(({ path, method, operation }) =>
      operation['x-endpoints'].map((name) => `${method} ${path.replaceAll(/\{(\w+)\}/gu, ':$1')} ${name}`),
    )
    expect(described.toSorted()).toEqual(rows.toSorted())
  })

  it('names each operation once, and every parameter of its path', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect(inPath, path).toEqual([...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name))
    }
  })

  it('has schemas that compile, all of them', () => {
    const { complaints } = openSchemas(document)
    const all = [...schemasIn(document.paths), ...Object.entries(document.components.schemas)]
    expect(all.length).toBeGreaterThan(150)
    for (const [place, schema] of all) expect(() => complaints(schema, null), place).not.toThrow()
  })

  it('lists every code that a server answers', () => {
    const codes = Object.entries(errors).filter(([, { status }]) => status > 0)
    expect(document.components.schemas['Error']).toMatchObject({
      properties: { code: { enum: codes.map(([code]) => code) } },
    })
  })

  it('says who may call, and how a file, a form, bytes and a text travel', () => {
    const { operation } = openSchemas(document)
    expect(operation('/app', 'GET').security).toContainEqual({ publicKey: [] })
    expect(operation('/member', 'POST').security).toEqual([
      { publicKey: [], session: [] },
      { appId: [], session: [] },
    ])
    expect(operation('/trusttag/verify/{tagId}', 'GET').security).toEqual([])
    expect(operation('/admin/verify-token', 'POST').security).toEqual([{ secretKey: [] }])
    const body = (path: string, method: string) => Object.keys(operation(path, method).requestBody?.content ?? {})
    expect(body('/member/profile-image', 'POST')).toEqual(['multipart/form-data'])
    expect(body('/trusttag/samples/{sampleId}', 'PUT')).toEqual(['application/octet-stream'])
    expect(body('/admin/import/members', 'POST')).toEqual(['text/plain'])
    expect(body('/member/logout', 'POST')).toEqual([])
    expect(operation('/trusttag/portfolio.zip', 'GET').responses['200']).toHaveProperty(['content', '*/*'])
    expect(operation('/admin/members/{member}/add-plan', 'POST').responses['200']).toHaveProperty([
      'content',
      'text/plain',
    ])
  })

  it('describes the two forms of a sign-up at their one address', () => {
    const { operation, bodySchema, complaints } = openSchemas(document)
    const signup = operation('/auth/signup', 'POST')
    expect(signup['x-endpoints']).toEqual(['signup', 'passwordlessSignup'])
    expect(signup.parameters).toMatchObject([{ name: 'isPasswordless', required: false }])
    const wrong = (body: object) => complaints(bodySchema('/auth/signup', 'POST'), body).length > 0
    expect(wrong({ email: 'ada@example.com', password: 'correct horse' })).toBe(false)
    expect(wrong({ email: 'ada@example.com', passwordlessToken: '123456' })).toBe(false)
    expect(wrong({ email: 'ada@example.com' })).toBe(true)
  })

  it('is the same every time', async () => {
    expect(JSON.stringify(await made())).toBe(JSON.stringify(document))
  })
})

describe('describing a schema', () => {
  it.each([
    ['a function of which nothing is known', v.custom((value) => value === 1)],
    ['what JSON does not have', v.bigint()],
    ['a rule that has no word', v.pipe(v.string(), v.creditCard())],
    ['two patterns for one text', v.pipe(v.string(), v.regex(/^a/u), v.regex(/b$/u))],
    ['a pattern that does not mind capitals', v.pipe(v.string(), v.regex(/^a/i))],
  ])('refuses %s: nothing becomes “anything” in silence', (_, schema) => {
    expect(() => describeSchema(schema, 'input')).toThrow()
  })

  it('describes what is sent before it is changed, and what is answered', () => {
    const size = v.pipe(v.string(), v.regex(/^\d+$/u), v.transform(Number), v.number())
    expect(describeSchema(size, 'input')).toEqual({ type: 'string', pattern: String.raw`^\d+$` })
    expect(describeSchema(size, 'output')).toEqual({ type: 'number' })
  })
})
