import { afterAll, beforeAll, expect, test } from 'vitest'
import { handlers } from '../../../api/endpoints'
import { findMemberById, updateMemberById } from '../../../api/features/members/repository'
import { ApiError } from '../../../api/lib/errors'
import type { Handlers } from '../../../api/features/members/context'
import { endpoints } from '../../../contract/endpoints'
import type { EndpointName } from '../../../contract/endpoints'
import { openAccessWorld } from '../../support/access-world'
import type { AccessWorld } from '../../support/access-world'
import { clientCallers } from '../../support/request-callers'
import { createJudge } from '../../support/request-judge'
import { requestOf } from '../../support/request-of'

/** Each handler has one defect of the kind that random requests should find. */
const faulty: Partial<Handlers> = {
  // Answers every caller with the same member's account.
  getMemberJson: async ({ store }) => ({ data: (await findMemberById(store, world.who.ada.id))?.json ?? {} }),
  // Writes before it checks.
  updateMemberJson: async ({ store }, { member }, { json }) => {
    await store.transaction((tx) => updateMemberById(tx, member.id, { json }))
    throw new ApiError('access-denied')
  },
  // Trusts an ID in the request.
  updateMember: async (services, request, { customFields }) => {
    const profileImage = 'https://changed.example/'
    await services.store.transaction((tx) => updateMemberById(tx, String(customFields['about']), { profileImage }))
    return handlers.updateMember(services, request, { customFields: {} })
  },
  resetPassword: ({ log }, _request, { newPassword }) => {
    log.info({ newPassword }, 'a new password')
    return Promise.reject(new ApiError('invalid-reset-code'))
  },
  logout: () => Promise.reject(new TypeError('this is not a function')),
}

let world: AccessWorld
let judge: ReturnType<typeof createJudge>
beforeAll(async () => {
  world = await openAccessWorld({ handlers: faulty })
  const callers = clientCallers(world, 'app_demo')
  // A member instead of a key: members' actions are not in the audit log.
  const key = {
    person: null,
    scope: world.who.bob,
    isAdmin: true,
    weight: 1,
    headers: callers['otherMember']?.headers ?? {},
  }
  judge = createJudge(world, { ...callers, key })
})
afterAll(() => world.close())

async function problemsOf(caller: string, name: EndpointName, input: Readonly<Record<string, unknown>> = {}) {
  judge.restart()
  return (await judge.tryOut({ name, caller, wire: requestOf(endpoints[name], input) })).problems
}

test('detects a response with another member’s data', async () => {
  expect(await problemsOf('otherMember', 'getMemberJson')).toEqual(['tells the ada: json'])
  expect(await problemsOf('member', 'getMemberJson')).toEqual([])
})

test('detects a refused request that wrote data', async () => {
  const problems = await problemsOf('member', 'updateMemberJson', { json: { a: 1 } })
  expect(problems).toContain('is refused and changes json of members')
})

test('detects a change of another member’s or another app’s data', async () => {
  const about = (id: string) => ({ customFields: { about: id } })
  expect(await problemsOf('otherMember', 'updateMember', about(world.who.ada.id))).toEqual([
    'changes what is ada’s: profile_image of members',
  ])
  expect(await problemsOf('otherMember', 'updateMember', about(world.who.lena.id))).toEqual([
    'changes what is another app’s: profile_image of members',
    'changes what is lena’s: profile_image of members',
  ])
  expect(await problemsOf('otherMember', 'updateMember', about(world.who.bob.id))).toEqual([])
})

test('detects a change by a key that is missing in the audit log', async () => {
  const [problem, ...others] = await problemsOf('key', 'createDataRecord', { table: 'notes', data: { title: 'Milk' } })
  expect(others).toEqual([])
  expect(problem).toContain('the audit log does not say so')
})

test('detects a password in the log and an unhandled error', async () => {
  const input = { email: world.who.bob.email, token: '123456', newPassword: world.who.bob.password }
  expect(await problemsOf('visitor', 'resetPassword', input)).toEqual(['logs a password'])
  expect(await problemsOf('visitor', 'logout')).toEqual(['answers 500 unknown-error'])
})
