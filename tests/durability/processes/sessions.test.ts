import { describe, expect, test } from 'vitest'
import { callProcess } from '../../support/call-process'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { startProcesses } from '../../support/start-processes'

const password = 'seven quiet otters'
const next = 'eight loud badgers'

describe.runIf(hasPostgres)('a session', () => {
  test('of one process is valid at the other at once, and its end and every change apply at once too', async () => {
    const { one, other } = await startProcesses()
    const email = 'ann@example.com'
    const first = (await callProcess(one, 'signup', { email, password })).data.tokens.accessToken
    const who = async (at: typeof one, token: string) => (await callProcess(at, 'getMember', {}, { token })).data?.id
    // Both have read it: if they cached anything, it would be now.
    expect(await who(other, first)).toBe(await who(one, first))
    await callProcess(other, 'updateMember', { customFields: { 'first-name': 'Ann' } }, { token: first })
    const member = (await callProcess(one, 'getMember', {}, { token: first })).data
    expect(member?.customFields).toMatchObject({ 'first-name': 'Ann' })

    const second = (await callProcess(other, 'login', { email, password })).data.tokens.accessToken
    expect(await who(one, second)).toBeDefined()
    await callProcess(one, 'logout', {}, { token: first })
    expect(await who(other, first)).toBeUndefined()
    expect(await who(other, second)).toBeDefined()

    const third = (await callProcess(one, 'login', { email, password })).data.tokens.accessToken
    expect(await who(other, third)).toBeDefined()
    const changed = await callProcess(
      other,
      'updateMemberAuth',
      { oldPassword: password, newPassword: next },
      { token: second },
    )
    expect(changed.status).toBe(200)
    // A new password ends all other sessions.
    expect(await who(one, third)).toBeUndefined()
    expect((await callProcess(one, 'login', { email, password })).code).toBe('invalid-credentials')
    const fourth = (await callProcess(one, 'login', { email, password: next })).data.tokens.accessToken
    expect((await callProcess(other, 'deleteMember', {}, { token: fourth })).status).toBe(200)
    expect(await who(one, fourth)).toBeUndefined()
  })
})
