import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../../api/lib/errors'
import { handlers } from '../../../api/handlers'
import type { Handlers } from '../../../api/ports/handler'
import { endpoints } from '../../../contract/endpoints'
import type { EndpointName } from '../../../contract/endpoints'
import { openAccessWorld } from '../../support/access-world'
import type { AccessWorld } from '../../support/access-world'
import { requestOf } from '../../support/request-of'
import { clientCallers } from '../../support/request-callers'
import { createJudge } from '../../support/request-judge'

/** Handlers with a mistake each, of the kinds that the random requests are there to find. */
const faulty: Partial<Handlers> = {
  // Answers whoever asks with the account of one and the same member.
  getMemberJson: async ({ store }) => ({ data: (await store.members.findById(world.who.ada.id))?.json ?? {} }),
  // Writes first and looks afterwards.
  updateMemberJson: async ({ store }, { member }, { json }) => {
    await store.members.update(member.id, { json })
    throw new ApiError('access-denied')
  },
  // Believes an id that came with the request.
  updateMember: async (services, request, { customFields }) => {
    await services.store.members.update(String(customFields['about']), { profileImage: 'https://changed.example/' })
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
  // A member in the place of a key: nothing of what members do stands in the audit log.
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

test('an answer that tells what is another member’s is noticed', async () => {
  expect(await problemsOf('otherMember', 'getMemberJson')).toEqual(['tells the ada: json'])
  expect(await problemsOf('member', 'getMemberJson')).toEqual([])
})

test('a refused request that wrote something is noticed', async () => {
  const problems = await problemsOf('member', 'updateMemberJson', { json: { a: 1 } })
  expect(problems).toContain('is refused and changes json of members')
})

test('a change of what is another member’s, or another app’s, is noticed', async () => {
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

test('a change by a key that the audit log does not name is noticed', async () => {
  const [problem, ...others] = await problemsOf('key', 'createDataRecord', { table: 'notes', data: { title: 'Milk' } })
  expect(others).toEqual([])
  expect(problem).toContain('the audit log does not say so')
})

test('a password in the log, and an error that nobody caught, are noticed', async () => {
  const input = { email: world.who.bob.email, token: '123456', newPassword: world.who.bob.password }
  expect(await problemsOf('visitor', 'resetPassword', input)).toEqual(['logs a password'])
  expect(await problemsOf('visitor', 'logout')).toEqual(['answers 500 unknown-error'])
})
