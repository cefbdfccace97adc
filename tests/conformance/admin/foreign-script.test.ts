import { expect, test } from 'vitest'
import { isRecord } from '../../../widget/lib/values'
import { openPublishedClient, type PublishedClient } from './open-published-client'

/** A script as owners write it for Memberstack: it reads all members, page by page, and changes those that fit. */
async function moveToNewsletter({ memberstack }: Pick<PublishedClient, 'memberstack'>): Promise<string[]> {
  const members = []
  let after: number | undefined
  let hasMore = true
  while (hasMore) {
    const page = await memberstack.members.list({ limit: 100, order: 'ASC', ...(after !== undefined && { after }) })
    members.push(...page.data)
    hasMore = page.hasNextPage ?? false
    after = page.endCursor ?? undefined
  }
  const moved = []
  for (const member of members) {
    if (member.planConnections.some((plan) => isRecord(plan) && plan['planId'] === 'pln_free')) {
      await memberstack.members.removeFreePlan({ id: member.id, data: { planId: 'pln_free' } })
      await memberstack.members.addFreePlan({ id: member.id, data: { planId: 'pln_newsletter' } })
      await memberstack.members.update({ id: member.id, data: { metaData: { ...member.metaData, moved: true } } })
      moved.push(member.auth.email)
    }
  }
  return moved
}

test('a script that reads all members page by page moves those that have a plan', async () => {
  const { memberstack } = await openPublishedClient()
  const emails = Array.from({ length: 103 }, (_, at) => `member-${String(at).padStart(3, '0')}@example.com`)
  for (const [at, email] of emails.entries())
    await memberstack.members.create({
      email,
      password: 'correct horse',
      plans: at % 50 === 0 ? [{ planId: 'pln_free' }] : [],
    })
  expect(await moveToNewsletter({ memberstack })).toEqual([emails[0], emails[50], emails[100]])
  const { data } = await memberstack.members.retrieve({ email: emails[100] ?? '' })
  expect(data?.planConnections).toMatchObject([{ planId: 'pln_newsletter' }])
  expect(data?.metaData).toEqual({ moved: true })
})

test('a script that checks a token by the documented request reads whose it is', async () => {
  const { key, url } = await openPublishedClient()
  const signUp = await fetch(`${url}/auth/signup`, {
    method: 'POST',
    headers: { 'X-API-Key': 'pk_sb_library', 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.com', password: 'correct horse' }),
  })
  const { data } = await signUp.json()
  const verify = async (token: string) => {
    const response = await fetch(`${url}/admin/members/verify-token`, {
      method: 'POST',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    const body = await response.json()
    return response.ok ? { status: response.status, ...body.data } : { status: response.status }
  }
  expect(await verify(data.tokens.accessToken)).toMatchObject({
    status: 200,
    id: data.member.id,
    type: 'member',
    aud: 'app_library',
    iss: expect.stringMatching(/^http/),
  })
  expect((await verify('not-a-token')).status).toBe(400)
})
