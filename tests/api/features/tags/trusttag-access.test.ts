import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../../../contract/endpoints'
import type { EndpointName } from '../../../../contract/endpoints'
import { tagProfileEndpoints } from '../../../../contract/endpoints/tag-profiles'
import { trustTagEndpoints } from '../../../../contract/endpoints/trusttag'
import type { CallOptions } from '../../../support/start-api'
import { addressOf, callHeaders } from '../../../support/start-api'
import { startWithHolders, TRUSTTAG } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'

const DEAD = 'a'.repeat(43)
let api: TagHolders
let holder: Holder
let callers: Record<string, CallOptions>
/** One member's IDs, by name of the path's parameter. */
let theirs: Record<string, string>
let before: string

beforeAll(async () => {
  api = await startWithHolders()
  const live = (await api.store.apps.findById(TRUSTTAG))?.keys.live ?? ''
  holder = await api.join()
  const tag = await api.earn(holder, 'Electrician', { visibility: 'PRIVATE' })
  const sample = await api.call(
    'startWorkSample',
    { attemptId: tag.attemptId, name: 'a.pdf', type: 'application/pdf', sizeBytes: 9 },
    holder.how,
  )
  const { slug } = (await api.call('getTagProfile', {}, holder.how)).data
  theirs = { attemptId: tag.attemptId, tagId: tag.trustTagId, sampleId: sample.data.id, slug: slug ?? '' }
  const other = await api.join()
  const { visitorToken = '' } = (await api.call('startAttempt', { skill: 'Cook' }, { app: TRUSTTAG })).data
  const demo = await api.call('signup', { email: 'd@example.test', password: 'correct horse battery' }, {})
  const { token = '' } = holder.how
  callers = {
    'a visitor': { app: TRUSTTAG },
    'a visitor with a token': { app: TRUSTTAG, headers: { 'x-visitor-token': visitorToken } },
    'another member': other.how,
    'another member who sends the ID as visitor token': { ...other.how, headers: { 'x-visitor-token': tag.attemptId } },
    'a member of another app': { app: 'app_demo', token: demo.data.tokens.accessToken },
    'a member of another app who names this one': { app: TRUSTTAG, token: demo.data.tokens.accessToken },
    'the holder at another app': { app: 'app_demo', token },
    'the holder in the other mode': { key: live, token },
    'somebody with a dead token': { app: TRUSTTAG, token: DEAD },
  }
  before = stateOf(theirs)
})
afterAll(() => api.close())

/** Every fact about the holder that must stay private. */
function stateOf(ids: Record<string, string>): string {
  const dump = api.dumpDatabase()
  return JSON.stringify(
    ['assessment_attempts', 'tags', 'work_samples', 'credits', 'tag_profiles'].flatMap((table) =>
      (dump[table] ?? []).filter((row) => {
        const text = JSON.stringify(row)
        return text.includes(holder.id) || Object.values(ids).some((id) => text.includes(id))
      }),
    ),
  )
}

/** Each endpoint's input beyond its path: a refusal must come from the caller, not the input. */
const inputs: Partial<Record<EndpointName, object>> = {
  saveAnswers: { answers: { 1: '' } },
  startWorkSample: { name: 'b.pdf', type: 'application/pdf', sizeBytes: 5 },
  sendWorkSample: { offset: 0, content: new Uint8Array([37, 80, 68, 70, 45]) },
  updateTag: { visibility: 'PUBLIC' },
  showTagSamples: { sampleIds: [] },
}

const aboutTheirs = Object.entries<{ path: string }>(trustTagEndpoints)
  .filter(([, { path }]) => /:(?:attemptId|tagId|sampleId|slug)/u.test(path))
  .map(([name]) => name)

async function ask(name: string, how: CallOptions): Promise<{ status: number; code: string }> {
  if (!isName(name)) throw new Error(`No endpoint is called ${name}.`)
  const { method, path, rest } = addressOf(name, { ...theirs, ...inputs[name] })
  const own = Object.fromEntries(Object.entries(rest).filter(([key]) => !(key in theirs)))
  const isBytes = 'body' in endpoints[name]
  const body = method === 'GET' ? {} : { body: isBytes ? new Uint8Array([37, 80, 68, 70, 45]) : JSON.stringify(own) }
  const answer = await api.request(isBytes ? `${path}?offset=0` : path, {
    method,
    headers: callHeaders(how, method !== 'GET' && !isBytes),
    ...body,
  })
  const { code = '' }: { code?: string } = JSON.parse((await answer.text()) || '{}')
  return { status: answer.status, code }
}

const isName = (name: string): name is EndpointName => name in endpoints

describe('private data is unknown to all others', () => {
  test('every path with an ID is covered', () => {
    expect(aboutTheirs.length).toBeGreaterThan(12)
    expect(aboutTheirs).toEqual(expect.arrayContaining(['getAttempt', 'verifyTag', 'createSampleLink', 'noteShare']))
  })

  test.each(aboutTheirs)('%s', async (name) => {
    for (const [who, how] of Object.entries(callers)) {
      const { status, code } = await ask(name, how)
      const refusals = [
        '404 attempt-not-found',
        '404 tag-not-found',
        '404 work-sample-not-found',
        '404 profile-not-found',
        '404 not-found',
        '401 login-required',
        '401 client/invalid-token',
        '401 invalid-token',
      ]
      expect(refusals, `${who} got ${status} ${code}`).toContain(`${status} ${code}`)
    }
    expect(stateOf(theirs)).toBe(before)
  })

  test('the image of a private one is as unknown as that of none', async () => {
    const [own, none] = [theirs['tagId'] ?? '', 'TT-TEST-EL202699999999']
    const look = async (id: string) => {
      const answer = await api.request(`/trusttag/tags/${id}/og.png`)
      return [answer.status, await answer.text(), [...answer.headers].filter(([key]) => key !== 'x-request-id')]
    }
    expect(await look(own)).toEqual(await look(none))
    expect((await look(own))[0]).toBe(404)
  })

  test('lists and downloads of others do not contain it', async () => {
    for (const how of Object.values(callers).filter(({ app, token }) => app === TRUSTTAG && token !== DEAD))
      for (const name of ['listAttempts', 'listTags', 'listTagPurchases', ...Object.keys(tagProfileEndpoints)]) {
        if (!isName(name) || name === 'getPublicProfile' || name === 'updateTagProfile') continue
        const { method, path } = addressOf(name, {})
        const text = await (await api.request(path, { method, headers: callHeaders(how, false) })).text()
        for (const secret of [theirs['tagId'], theirs['attemptId'], theirs['sampleId'], holder.id, holder.email])
          expect(text).not.toContain(secret)
      }
  })
})
