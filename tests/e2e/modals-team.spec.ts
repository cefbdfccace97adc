import { callOpenModal, openModal } from './account-modals'
import { becomeBuyer } from './checkout'
import { expect, test } from './product-test'

/** Signs up by an invite link. @returns IDs of the member's teams */
async function signUpInvited(api: string, email: string, inviteToken: string): Promise<string[]> {
  const answer = await fetch(`${api}/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-APP-ID': 'app_demo' },
    body: JSON.stringify({ email, password: 'a-good-password', inviteToken }),
  })
  const body: { data: { member: { teams: { joinedTeams: { teamId: string }[] } } } } = await answer.json()
  return body.data.member.teams.joinedTeams.map(({ teamId }) => teamId)
}

const tokenIn = (link: string): string => new URL(link).searchParams.get('inviteToken') ?? ''

test('a team’s owner copies and renews the invite link, sees its members, and removes them', async ({
  page,
  context,
  urls,
  email,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: urls.demo })
  await becomeBuyer(page, urls, email, 'prc_team-monthly')
  const dialog = await openModal(page, urls.demo, 'PROFILE', { tab: 'team' })
  const people = dialog.getByRole('listitem').filter({ hasText: '@' })
  const invite = dialog.getByLabel('Invite link')
  await expect(dialog.getByText('1/5 seats taken')).toBeVisible()
  await expect(people).toHaveText([`${email}Owner`])

  const first = await invite.inputValue()
  expect(first.startsWith(`${urls.demo}/signup.html?inviteToken=`)).toBe(true)
  await dialog.getByRole('button', { name: 'copy' }).click()
  await expect(dialog.getByRole('button', { name: 'copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  await dialog.getByRole('button', { name: 'Regenerate link' }).click()
  await expect(invite).toHaveValue(first)
  await dialog.getByRole('button', { name: 'Are you sure?' }).click()
  await expect(dialog.getByText('Invite Link Regenerated')).toBeVisible()
  const second = await invite.inputValue()
  expect(await signUpInvited(urls.api, `late-${email}`, tokenIn(first))).toEqual([])

  const guests = ['a', 'b', 'c', 'd'].map((name) => `${name}-${email}`)
  for (const guest of guests) expect(await signUpInvited(urls.api, guest, tokenIn(second))).toHaveLength(1)
  await page.keyboard.press('Escape')
  await callOpenModal(page, 'PROFILE', { tab: 'team' })
  await expect(dialog.getByText('5/5 seats taken')).toBeVisible()
  await expect(dialog.getByText('All seats of this team are taken.')).toBeVisible()
  await expect(invite).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/plans/upgrade.html')

  await dialog.getByRole('button', { name: `Remove a-${email}` }).click()
  await dialog.getByRole('button', { name: `Are you sure? a-${email}` }).click()
  await expect(dialog.getByText('Member has been removed from team.')).toBeVisible()
  await expect(people).toHaveCount(4)
  await expect(dialog.getByRole('button', { name: `Remove b-${email}` })).toBeFocused()
  await expect(invite).toHaveValue(second)
})
