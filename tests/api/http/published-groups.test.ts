import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callHeaders, startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

/** Groups and hosted content as published clients request and read them, field by field, over HTTP. */
const origin = 'http://127.0.0.1:8791'
const account = { email: 'a@b.co', password: 'password1' }

const publishedGroup = v.object({
  id: v.string(),
  key: v.string(),
  name: v.string(),
  allowAllMembers: v.boolean(),
  activeMemberHasAccess: v.optional(v.boolean()),
  redirect: v.string(),
  urls: v.array(v.strictObject({ url: v.string(), filter: v.picklist(['EQUALS', 'STARTS']) })),
  plans: v.array(v.looseObject({ id: v.string() })),
})
const publishedContent = v.object({
  content: v.string(),
  type: v.picklist(['HTML', 'CSS', 'LINK', 'JS', 'JSON', 'TEXT', 'IMAGE', 'FILE']),
})

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.close())

async function send(path: string, body?: object, token?: string) {
  const how = { key: 'pk_sb_demo', app: 'app_demo', origin, ...(token !== undefined && { token }) }
  const method = body === undefined ? 'GET' : 'POST'
  const init = { method, headers: callHeaders(how, body !== undefined), ...(body && { body: JSON.stringify(body) }) }
  const response = await api.request(path, init)
  return { response, body: v.parse(v.looseObject({}), await response.json()) }
}

async function dataOf(path: string, body?: object, token?: string): Promise<unknown> {
  const answer = await send(path, body, token)
  if (!answer.response.ok) throw new Error(`${path} answered ${JSON.stringify(answer.body)}`)
  return answer.body['data']
}

const contentGroups = v.array(publishedGroup)
const app = v.object({ contentGroups })
const loggedIn = v.object({
  tokens: v.object({ accessToken: v.string(), expires: v.number(), type: v.literal('bearer') }),
  member: v.object({ id: v.string(), loginRedirect: v.nullable(v.string()) }),
  redirect: v.nullable(v.string()),
  contentGroups: v.optional(contentGroups),
})

const signUp = async (email: string, options?: object) =>
  v.parse(loggedIn, await dataOf('/auth/signup', { ...account, email, ...(options && { options }) }))

test('GET /app and POST /app-member contain the groups', async () => {
  const keys = ['members-area', 'pro-area', 'free-area']
  expect(v.parse(app, await dataOf('/app')).contentGroups.map(({ key }) => key)).toEqual(keys)
  const both = v.parse(v.object({ app }), await dataOf('/app-member', { data: {} }))
  expect(both.app.contentGroups.map(({ key }) => key)).toEqual(keys)
})

test('sign-up and login contain them on request', async () => {
  const options = { includeContentGroups: true, isWebflow: true }
  expect((await signUp('with@b.co', options)).contentGroups).toHaveLength(3)
  expect((await signUp('without@b.co')).contentGroups).toBeUndefined()
  const login = await dataOf('/auth/login', { ...account, email: 'with@b.co', options: { includeContentGroups: true } })
  expect(v.parse(loggedIn, login).contentGroups?.map((group) => group.activeMemberHasAccess)).toEqual([
    true,
    false,
    false,
  ])
})

test('POST /secure-content returns type and content', async () => {
  const { tokens } = await signUp('content@b.co')
  const ids = ['cnt_welcome', 'cnt_style', 'cnt_script', 'cnt_data', 'cnt_text', 'cnt_picture', 'cnt_file']
  const types: string[] = []
  for (const contentId of ids) {
    const data = await dataOf('/secure-content', { contentId }, tokens.accessToken)
    types.push(v.parse(publishedContent, data).type)
  }
  expect(types).toEqual(['HTML', 'CSS', 'JS', 'JSON', 'TEXT', 'IMAGE', 'FILE'])
})

test.for([
  ['no token', undefined],
  ['a dead token', 'never'],
] as const)('with %s hosted content is denied, and nothing of it is sent', async ([, token]) => {
  const { response, body } = await send('/secure-content', { contentId: 'cnt_text' }, token)
  expect(response.status).toBe(403)
  expect(body).toEqual({ code: 'access-denied', message: 'You do not have access to this.' })
})

test('an invalid content id is not found', async () => {
  const { tokens } = await signUp('unknown@b.co')
  for (const contentId of ['cnt_gone', 'x'.repeat(101), '../cnt_text', '\u0000']) {
    const { response, body } = await send('/secure-content', { contentId }, tokens.accessToken)
    expect([response.status, body['code']]).toEqual([404, 'content-not-found'])
  }
})

test('neither hosted content nor a ticket is logged', async () => {
  const { tokens } = await signUp('ticket@b.co')
  const made = v.object({ ticket: v.string(), expires: v.number() })
  const { ticket } = v.parse(made, await dataOf('/member/ticket', {}, tokens.accessToken))
  const carried = v.parse(loggedIn, await dataOf('/auth/member-ticket', { ticket }))
  await dataOf('/secure-content', { contentId: 'cnt_text' }, carried.tokens.accessToken)
  expect((await send('/auth/member-ticket', { ticket })).body).toMatchObject({ code: 'invalid-member-ticket' })
  const log = api.logLines.join('\n')
  expect(log).toContain('/auth/member-ticket')
  for (const secret of [ticket, carried.tokens.accessToken, 'sesame']) expect(log).not.toContain(secret)
  expect(JSON.stringify(api.dumpDatabase())).not.toContain(ticket)
})
