// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askInvited } from '../../../../widget/directives/plans/carry-out'
import { readInvite } from '../../../../widget/storage/pending'
import { setMember } from '../../../../widget/stores/identity'
import { setReadiness } from '../../../../widget/stores/app'
import { aMember } from '../../../support/a-member'
import { planClient, refusal } from './plan-client'

let client: ReturnType<typeof planClient>
beforeEach(() => {
  client = planClient()
  sessionStorage.setItem('_ms-invite', 'token')
  setMember(aMember())
  setReadiness('known')
})
afterEach(() => sessionStorage.clear())

const ask = (): Promise<void> => askInvited({ client, window }, 'token')

test('a member is asked, and the modal stays to tell them that they have joined', async () => {
  client.modalResult.mockResolvedValue({ type: 'JOIN_TEAM', data: { teamId: 'team_1' } })
  await ask()
  expect(client.opened).toEqual([['JOIN_TEAM', { inviteToken: 'token' }]])
  expect(client.joinTeam).not.toHaveBeenCalled()
  expect(client.hideModal).not.toHaveBeenCalled()
  expect(readInvite(window)).toBeNull()
  expect(sessionStorage.getItem('_ms-invite')).toContain('token')
})

test('who does not want to join is left alone: no later login uses the invitation', async () => {
  await ask()
  expect(sessionStorage).toHaveLength(0)
})

test('a visitor is not asked; the invitation waits', async () => {
  setMember(null)
  await ask()
  expect(client.opened).toEqual([])
  expect(readInvite(window)).toBe('token')
})

test('the question waits until the member is known', async () => {
  setMember(undefined)
  setReadiness('waiting')
  const asking = ask()
  expect(client.opened).toEqual([])
  setMember(aMember())
  setReadiness('known')
  await asking
  expect(client.opened).toHaveLength(1)
})

test('a modal that cannot open says so', async () => {
  client.modalResult.mockRejectedValue(refusal('x', 'No modal today.'))
  await ask()
  expect(client._showMessage).toHaveBeenCalledWith('No modal today.', true)
})
