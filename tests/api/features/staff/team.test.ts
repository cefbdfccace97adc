import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveInvitation, saveRole } from '../../../../api/features/staff/repository'
import { openConsole, STAFF_PASSWORD } from '../../../support/console-people'
import type { ConsoleBrowser, TestConsole } from '../../../support/console-people'

type Person = ConsoleBrowser & { id: string }

let shop: TestConsole
let owner: Person
beforeEach(async () => {
  shop = await openConsole()
  owner = await shop.owner()
})
afterEach(() => shop.close())

const acts = async (mode: 'test' | 'live' = 'live') =>
  (await shop.store.auditLog.list('app_demo', mode, 100)).map(({ actor, via, act }) => `${actor} (${via}): ${act}`)
const accept = (
  link: string,
  more: object = { name: 'Sue', password: STAFF_PASSWORD },
  browser: Person | null = null,
) => shop.send('POST', '/console/session/invitation', { browser, body: { token: link.split('#')[1], ...more } })
const team = async () =>
  (await shop.ask('listStaff', {}, owner)).data.map(
    ({ name, role }: { name: string; role: string }) => `${name}: ${role}`,
  )

describe('an invitation', () => {
  const invite = async (email = 'sue@example.test', role = 'support') =>
    (await shop.ask('inviteStaff', { email, role }, owner)).data

  it('is mailed, works once, and proves the address', async () => {
    const { link, isMailed, ...shown } = await invite()
    expect({ ...shown, isMailed }).toMatchObject({
      email: 'sue@example.test',
      role: 'support',
      invitedBy: 'Olga Owner',
      isMailed: false,
    })
    expect(link).toMatch(/^http:\/\/localhost:4001\/console\/invitation#[\w-]{43}$/u)
    expect((await shop.mailTo('sue@example.test'))?.text).toContain(link)
    const read = await shop.send('POST', '/console/session/invitation/read', { body: { token: link.split('#')[1] } })
    expect(read.data).toEqual({
      email: 'sue@example.test',
      role: 'support',
      appName: 'Demo',
      invitedBy: 'Olga Owner',
      hasAccount: false,
    })
    const joined = await accept(link)
    expect(joined.data).toMatchObject({
      person: { email: 'sue@example.test', name: 'Sue', isServerOwner: false },
      apps: [{ id: 'app_demo', role: 'support' }],
    })
    expect(await team()).toEqual(['Olga Owner: owner', 'Sue: support'])
    expect((await accept(link)).code).toBe('invalid-invitation')
    for (const mode of ['test', 'live'] as const)
      expect(await acts(mode)).toEqual([
        'Sue (console): staff.join',
        'Olga Owner (console): staff.invite',
        'Olga Owner (console): staff.first-owner',
      ])
    // The token is nowhere in the database but in the queued or delivered mail.
    const { mailbox: _, outbox: __, ...tables } = shop.dumpDatabase()
    expect(JSON.stringify(tables)).not.toContain(link.split('#')[1])
  })

  it('ends after seven days, when it is revoked, and when another replaces it', async () => {
    const first = await invite()
    const second = await invite()
    expect((await accept(first.link)).code).toBe('invalid-invitation')
    expect((await shop.ask('listInvitations', {}, owner)).data).toHaveLength(1)
    expect((await shop.ask('revokeInvitation', { invitationId: second.id }, owner)).status).toBe(200)
    expect((await accept(second.link)).code).toBe('invalid-invitation')
    expect((await shop.ask('revokeInvitation', { invitationId: second.id }, owner)).code).toBe('invitation-not-found')
    const third = await invite()
    shop.clock.advance(7 * 24 * 3_600_000)
    expect((await accept(third.link)).code).toBe('invalid-invitation')
  })

  it('of a person with an account needs their login, not a new password', async () => {
    const sue = await shop.join(owner, 'sue@example.test', 'support')
    const other = { 'console-app': 'app_trusttag' }
    const { link } = (await shop.ask('inviteStaff', { email: 'sue@example.test', role: 'admin' }, owner, other)).data
    expect((await accept(link)).code).toBe('console-login-required')
    expect((await accept(link, {}, owner)).code).toBe('console-login-required')
    expect((await accept(link, {}, sue)).data.apps).toHaveLength(2)
  })

  it('cannot be for a person of the team', async () => {
    await shop.join(owner, 'sue@example.test', 'support')
    expect((await shop.ask('inviteStaff', { email: 'sue@example.test', role: 'admin' }, owner)).code).toBe(
      'already-staff',
    )
  })

  it('is refused when people and open invitations are 200', async () => {
    const expiresAt = shop.clock.now() + 1_000
    const open = { appId: 'app_demo', role: 'support', invitedBy: 'Olga Owner', createdAt: 0, expiresAt } as const
    await shop.store.transaction(async (tx) => {
      for (let count = 1; count <= 198; count += 1)
        await saveInvitation(tx, { ...open, id: `inv_${count}`, email: `${count}@x.test`, tokenDigest: `${count}` })
    })
    expect((await shop.ask('inviteStaff', { email: 'last@x.test', role: 'support' }, owner)).status).toBe(200)
    const oneMore = () => shop.ask('inviteStaff', { email: 'more@x.test', role: 'support' }, owner)
    expect((await oneMore()).code).toBe('field-limit-exceeded')
    shop.clock.advance(1_000)
    expect((await oneMore()).status).toBe(200)
  })
})

describe('a team', () => {
  it('keeps an owner', async () => {
    expect((await shop.ask('leaveTeam', {}, owner)).code).toBe('last-owner')
    expect((await shop.ask('removeStaff', { staffId: owner.id }, owner)).code).toBe('last-owner')
    expect((await shop.ask('changeStaffRole', { staffId: owner.id, role: 'admin' }, owner)).code).toBe('last-owner')
    await shop.join(owner, 'second@example.test', 'owner')
    expect((await shop.ask('leaveTeam', {}, owner)).status).toBe(200)
    // The session continues for other apps.
    expect((await shop.ask('listMyApps', {}, owner)).data.map(({ id }: { id: string }) => id)).toEqual(['app_trusttag'])
    expect((await shop.ask('listStaff', {}, owner)).code).toBe('right-missing')
  })

  it('ends the next call of a removed person, whose name stays in the log', async () => {
    const sue = await shop.join(owner, 'sue@example.test', 'admin')
    expect((await shop.ask('createMember', { email: 'ann@example.test' }, sue)).status).toBe(200)
    expect((await shop.ask('removeStaff', { staffId: sue.id }, owner)).status).toBe(200)
    expect(await shop.ask('listMembers', {}, sue)).toMatchObject({ status: 401, code: 'console-login-required' })
    expect(await acts('test')).toContain('sue (console): member.create')
    expect(await acts()).toContain('Olga Owner (console): staff.remove')
    expect(JSON.stringify(shop.dumpDatabase()['members'])).not.toContain('sue@example.test')
    expect((await shop.ask('removeStaff', { staffId: sue.id }, owner)).code).toBe('staff-not-found')
  })

  it('ends the sessions of a removed person who has a role in another app, too', async () => {
    const sue = await shop.join(owner, 'sue@example.test', 'admin')
    const there = { appId: 'app_trusttag', memberId: sue.id, role: 'support', createdAt: 0 } as const
    await shop.store.transaction((tx) => saveRole(tx, there))
    expect((await shop.ask('listMembers', {}, sue, { 'console-app': 'app_trusttag' })).status).toBe(200)
    expect((await shop.ask('removeStaff', { staffId: sue.id }, owner)).status).toBe(200)
    for (const headers of [{}, { 'console-app': 'app_trusttag' }])
      expect(await shop.ask('listMembers', {}, sue, headers)).toMatchObject({ status: 401 })
  })

  it('changes a role at once', async () => {
    const sue = await shop.join(owner, 'sue@example.test', 'support')
    expect((await shop.ask('listAuditLog', {}, sue)).code).toBe('right-missing')
    const changed = await shop.ask('changeStaffRole', { staffId: sue.id, role: 'read-only' }, owner)
    expect(changed.data).toMatchObject({ id: sue.id, role: 'read-only' })
    expect((await shop.ask('listAuditLog', {}, sue)).status).toBe(200)
    const [row] = await shop.store.auditLog.list('app_demo', 'live', 1)
    expect(row).toMatchObject({
      act: 'staff.role',
      subject: sue.id,
      actorId: owner.id,
      detail: { before: 'support', role: 'read-only' },
    })
  })

  it('is of one app: an owner of another app cannot change this team', async () => {
    const other = await shop.join(owner, 'other@example.test', 'owner', 'app_trusttag')
    const sue = await shop.join(owner, 'sue@example.test', 'support')
    const there = { 'console-app': 'app_trusttag' }
    expect((await shop.ask('removeStaff', { staffId: sue.id }, other)).code).toBe('right-missing')
    expect((await shop.ask('removeStaff', { staffId: sue.id }, other, there)).code).toBe('staff-not-found')
    expect((await shop.ask('changeStaffRole', { staffId: sue.id, role: 'owner' }, other, there)).code).toBe(
      'staff-not-found',
    )
  })
})

describe('a server owner', () => {
  it('sees no members without a role, and takes one in view of the owners', async () => {
    await shop.join(owner, 'second@example.test', 'owner')
    await shop.ask('leaveTeam', {}, owner)
    expect((await shop.ask('listMembers', {}, owner)).code).toBe('right-missing')
    expect((await shop.ask('listServerApps', {}, owner)).data).toContainEqual({
      id: 'app_demo',
      name: 'Demo',
      owners: 1,
    })
    expect((await shop.ask('takeOwnerRole', { appId: 'app_demo' }, owner)).data).toMatchObject({
      id: 'app_demo',
      role: 'owner',
    })
    expect((await shop.ask('listMembers', {}, owner)).status).toBe(200)
    expect((await shop.mailTo('second@example.test'))?.subject).toBe('Olga Owner is now an owner of Demo')
    expect(await acts()).toContain('Olga Owner (console): staff.take-role')
    for (const appId of ['app_console', 'app_nobody'])
      expect((await shop.ask('takeOwnerRole', { appId }, owner)).code).toBe('app-not-found')
  })

  it('names the first owner of an app without one, by invitation, and gets no role', async () => {
    const name = () => shop.ask('nameFirstOwner', { appId: 'app_trusttag', email: 'first@example.test' }, owner)
    // The first owner of this test has a role in every app.
    await shop.store.kysely.deleteFrom('staffRoles').where('appId', '=', 'app_trusttag').execute()
    const { status, data } = await name()
    expect({ status, role: data.role }).toEqual({ status: 200, role: 'owner' })
    const list = (browser: Person) => shop.ask('listMembers', {}, browser, { 'console-app': 'app_trusttag' })
    expect((await list(owner)).code).toBe('right-missing')
    const first = shop.browserOf(await accept(data.link))
    expect((await list(first)).status).toBe(200)
    expect((await name()).code).toBe('app-has-owner')
    const logged = await shop.store.auditLog.list('app_trusttag', 'live', 10)
    expect(logged.map(({ actor, act }) => `${actor}: ${act}`)).toContain('Olga Owner: staff.invite-first-owner')
    expect((await shop.ask('nameFirstOwner', { appId: 'app_console', email: 'a@example.test' }, owner)).code).toBe(
      'app-not-found',
    )
  })
})
