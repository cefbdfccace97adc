import { expect, onTestFinished, test } from 'vitest'
import { startWithTeam } from './start-with-team'

async function start() {
  const team = await startWithTeam()
  onTestFinished(() => team.api.close())
  return team
}

/** Counts equal values. */
function tally(values: (string | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value ?? 'in'] = (counts[value ?? 'in'] ?? 0) + 1
  return counts
}

const fifty = Array.from({ length: 50 }, (_, n) => `mate${n}`)

test('of fifty members who join in parallel, exactly five are in a team of five', async () => {
  const { api, inviteToken, signUp, readTeam } = await start()
  const people = await Promise.all(fifty.map((name) => signUp(name)))
  const answers = await Promise.all(people.map(({ how }) => api.call('joinTeam', { inviteToken }, how)))
  expect(tally(answers.map(({ body }) => body.code))).toEqual({ in: 4, 'team-full': 46 })
  const { members } = await readTeam()
  expect(members.map(({ role }) => role)).toEqual(['OWNER', 'MEMBER', 'MEMBER', 'MEMBER', 'MEMBER'])
})

test('fifty parallel sign-ups with the invitation all get an account, five are in the team', async () => {
  const { inviteToken, signUp, readTeam } = await start()
  const people = await Promise.all(fifty.map((name) => signUp(name, inviteToken)))
  expect(tally(people.map(({ message }) => message))).toEqual({
    in: 4,
    'You could not join the team. This team has no seats left.': 46,
  })
  expect((await readTeam()).members).toHaveLength(5)
})

test('members who join, leave and join in parallel never exceed the seats', async () => {
  const { api, inviteToken, signUp, readTeam, teamId } = await start()
  const people = await Promise.all(fifty.slice(0, 10).map((name) => signUp(name)))
  await Promise.all(
    people.map(async ({ how, id: memberId }) => {
      for (let round = 0; round < 3; round += 1) {
        await api.call('joinTeam', { inviteToken }, how)
        expect((await readTeam()).members.length).toBeLessThanOrEqual(5)
        await api.call('removeMemberFromTeam', { teamId, memberId }, how)
      }
      await api.call('joinTeam', { inviteToken }, how)
    }),
  )
  expect((await readTeam()).members).toHaveLength(5)
})
