import type { APIRequestContext, Page } from '@playwright/test'
import { password } from './account-modals'
import { buyByApi } from './checkout'
import { logIn, ownConsoleTest as test, watchPolicy } from './console-page'
import { hands } from './hand'
import type { Hand } from './hand'
import { linkFromMailbox } from './mailbox'
import { expect } from './product-test'
import { inviteTokenOf, logInByApi, signUp } from './sign-up'

const APP = { 'X-APP-ID': 'app_demo' }
const KEY = { 'X-API-KEY': 'sk_sb_demo', 'Content-Type': 'application/json' }

const statusOf = async (request: APIRequestContext, api: string, token: string): Promise<number> =>
  (await request.get(`${api}/member/json`, { headers: { ...APP, Authorization: `Bearer ${token}` } })).status()

/** The owner searches for the member and opens the row. */
async function openMember(page: Page, hand: Hand, api: string, email: string): Promise<void> {
  await logIn(page, `${api}/console/apps/app_demo/members`, hand)
  await hand.type(page.getByRole('searchbox', { name: 'Search members' }), email)
  await expect(page.getByRole('status').filter({ hasText: /^1 member$/ })).toBeVisible()
  await hand.press(page.getByRole('rowheader', { name: email }))
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeFocused()
}

for (const [way, hand] of Object.entries(hands)) {
  test(`by ${way}: an owner ends sessions, sends a password reset, suspends a member and lifts it`, async ({
    page,
    urls,
    email,
    request,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 40[13]/)
    const first = await signUp(urls.api, { email, password })
    const others = [await logInByApi(urls.api, { email, password }), await logInByApi(urls.api, { email, password })]
    const tokens = [first, ...others.map(({ token }) => token)]
    const statuses = () => Promise.all(tokens.map((token) => statusOf(request, urls.api, token)))
    await openMember(page, hand, urls.api, email)
    const dialog = page.getByRole('alertdialog')

    const sessions = page.getByRole('region', { name: 'Sessions' })
    await expect(sessions.getByRole('listitem')).toHaveCount(3)
    expect(await statuses()).toEqual([200, 200, 200])
    await hand.press(sessions.getByRole('button', { name: /^End the session/ }).first())
    await hand.press(dialog.getByRole('button', { name: 'End', exact: true }))
    await expect(page.getByText('1 session ended.')).toBeVisible()
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    expect((await statuses()).filter((status) => status === 401)).toHaveLength(1)
    await hand.press(sessions.getByRole('button', { name: 'End all' }))
    await hand.press(dialog.getByRole('button', { name: 'Cancel' }))
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await hand.press(sessions.getByRole('button', { name: 'End all' }))
    await hand.press(dialog.getByRole('button', { name: 'End all' }))
    await expect(sessions.getByText('Not logged in anywhere.')).toBeVisible()
    expect(await statuses()).toEqual([401, 401, 401])

    await hand.press(page.getByRole('button', { name: 'Send password reset' }))
    await expect(page.getByText('The email will arrive shortly.')).toBeVisible()
    expect(await linkFromMailbox(urls.api, email, '/account/reset-password')).not.toBe('')

    const badge = page.locator('.page-header').getByText('Suspended', { exact: true })
    await hand.press(page.getByRole('button', { name: 'More actions' }))
    await hand.press(page.getByRole('menuitem', { name: 'Suspend' }))
    await hand.press(
      page.getByRole('alertdialog', { name: `Suspend ${email}?` }).getByRole('button', { name: 'Suspend' }),
    )
    await expect(badge).toBeVisible()
    expect((await logInByApi(urls.api, { email, password })).status).toBe(403)
    await hand.press(page.getByRole('button', { name: 'More actions' }))
    await hand.press(page.getByRole('menuitem', { name: 'Lift suspension' }))
    await expect(badge).toHaveCount(0)
    expect((await logInByApi(urls.api, { email, password })).status).toBe(200)
    const timeline = page.getByRole('region', { name: 'Timeline' })
    for (const line of ['Sessions ended', 'Password reset sent', 'Suspended', 'Suspension lifted'])
      await expect(timeline.getByText(line, { exact: true }).first()).toBeVisible()
  })

  test(`by ${way}: an owner removes a member’s plan and gives it back`, async ({
    page,
    urls,
    email,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 401/)
    await signUp(urls.api, { email, password, plans: [{ planId: 'pln_free' }] })
    await openMember(page, hand, urls.api, email)
    const opened = page.getByText('Opened by the plan Free (Active).')
    await expect(opened).toBeVisible()
    await hand.press(page.getByRole('button', { name: 'Remove Free' }))
    const removal = page.getByRole('alertdialog', { name: 'Remove the plan Free?' })
    await hand.press(removal.getByRole('button', { name: 'Remove' }))
    await expect(removal).toHaveCount(0)
    await expect(opened).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Remove Free' })).toHaveCount(0)
    await hand.press(page.getByRole('region', { name: 'Plans' }).getByRole('button', { name: 'Add a plan' }))
    const adding = page.getByRole('dialog', { name: 'Add a plan' })
    await hand.press(adding.getByRole('button', { name: /Plan$/ }))
    await hand.press(page.getByRole('option', { name: 'Free', exact: true }))
    await hand.press(adding.getByRole('button', { name: 'Add a plan' }))
    await expect(opened).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove Free' })).toBeVisible()
  })

  test(`by ${way}: an owner chooses the columns of the list, and opens the members of a team`, async ({
    page,
    urls,
    email,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 401/)
    const token = await signUp(urls.api, { email, password })
    await buyByApi(urls, token, 'prc_team-monthly')
    const invited = { email: `guest-${email}`, password, inviteToken: await inviteTokenOf(urls.api, token) }
    await signUp(urls.api, invited)
    await openMember(page, hand, urls.api, email)
    const teams = page.getByRole('region', { name: 'Teams' })
    await expect(teams.getByRole('listitem')).toHaveText('Owner of a team on Team2 people')
    await hand.press(page.getByRole('link', { name: 'All members' }))
    await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeFocused()

    const heads = page.getByRole('grid', { name: 'Members' }).getByRole('columnheader')
    const before = await heads.allTextContents()
    await hand.press(page.getByRole('button', { name: 'Columns' }))
    const columns = page.getByRole('dialog', { name: 'Columns' })
    await hand.press(columns.getByText('Joined', { exact: true }))
    await hand.press(columns.getByText('About you', { exact: true }))
    await hand.press(columns.getByRole('button', { name: 'Show members' }))
    const after = [...before.filter((name) => name !== 'Joined'), 'About you']
    await expect(heads).toHaveText(after)
    await page.reload()
    await expect(heads).toHaveText(after)

    await hand.press(page.getByRole('rowheader', { name: invited.email }))
    await expect(teams.getByRole('listitem')).toHaveText('Member of a team on Team2 people')
  })

  test(`by ${way}: an owner invites a person, who joins and is removed; another invitation is revoked`, async ({
    page,
    browser,
    urls,
    email,
    expectedConsole,
    violations,
  }) => {
    expectedConsole.push(/status of 401/)
    await logIn(page, `${urls.api}/console/apps/app_demo/team`, hand)
    const invite = async (address: string): Promise<string> => {
      await hand.press(page.getByRole('button', { name: 'Invite a person' }))
      const dialog = page.getByRole('dialog', { name: 'Invite a person' })
      await hand.type(dialog.getByRole('textbox', { name: 'Email' }), address)
      await hand.press(dialog.getByText('Read-only', { exact: true }))
      await hand.press(dialog.getByRole('button', { name: 'Create invitation' }))
      const link = page.getByRole('figure', { name: 'Invitation link' }).locator('code')
      await expect(link).toContainText('/console/invitation#')
      const url = String(await link.textContent())
      await hand.press(page.getByRole('button', { name: 'Done' }))
      return url
    }
    const link = await invite(email)
    await invite(`other-${email}`)
    const invitations = page.getByRole('grid', { name: 'Open invitations' })
    const other = invitations.getByRole('row', { name: `other-${email}` })
    await hand.press(other.getByRole('button', { name: 'Revoke' }))
    await hand.press(page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }))
    await expect(other).toHaveCount(0)
    await expect(invitations.getByRole('row', { name: email })).toContainText('Read-only')

    const guests = await browser.newContext()
    await watchPolicy(guests, violations)
    const guest = await guests.newPage()
    await guest.goto(link)
    await hand.type(guest.getByLabel('Name', { exact: true }), 'Gina Guest')
    await hand.type(guest.getByLabel('Password', { exact: true }), 'zebra-lantern-94-quilt')
    await hand.press(guest.getByRole('button', { name: 'Join' }))
    await expect(guest.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()

    await page.reload()
    const row = page.getByRole('row', { name: /^Gina Guest/ })
    await expect(row).toContainText('Read-only')
    await hand.press(row.getByRole('button', { name: 'Actions for Gina Guest' }))
    await hand.press(page.getByRole('menuitem', { name: 'Remove', exact: true }))
    await hand.press(
      page.getByRole('alertdialog', { name: 'Remove Gina Guest?' }).getByRole('button', { name: 'Remove' }),
    )
    await expect(row).toHaveCount(0)
    // The focus is where the person goes on.
    await hand.press(page.getByRole('button', { name: 'Actions for Demo owner' }))
    await page.keyboard.press('Escape')
    await guest.reload()
    await expect(guest).toHaveURL(/\/console\/login/)
    await guests.close()
  })
}

test('by keyboard: an owner selects members, undoes a job, starts it again and reverses it', async ({
  page,
  urls,
  email,
  request,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  const { keyboard: hand } = hands
  const word = `bulk${Date.now().toString(36)}`
  const emails = ['a', 'b', 'c'].map((letter) => `${word}-${letter}-${email}`)
  for (const address of emails) await signUp(urls.api, { email: address, password, plans: [{ planId: 'pln_free' }] })
  const holders = async (): Promise<string[]> => {
    const answer = await request.get(`${urls.api}/admin/members?search=${word}`, { headers: KEY })
    const { data }: { data: { auth: { email: string }; planConnections: { planId: string; status: string }[] }[] } =
      await answer.json()
    const isHolder = ({ planId, status }: { planId: string; status: string }) =>
      planId === 'pln_free' && status === 'ACTIVE'
    return data.flatMap(({ auth, planConnections }) => (planConnections.some(isHolder) ? [auth.email] : [])).toSorted()
  }
  await logIn(page, `${urls.api}/console/apps/app_demo/members`, hand)
  await hand.type(page.getByRole('searchbox', { name: 'Search members' }), word)
  await expect(page.getByRole('status').filter({ hasText: /^3 members$/ })).toBeVisible()
  const bar = page.getByRole('region', { name: 'Selected members' })
  const job = page.getByRole('article', { name: 'Bulk job: Remove the plan Free' })
  const start = async () => {
    for (const address of emails.slice(0, 2))
      await hand.press(page.getByRole('checkbox', { name: `Select ${address}` }))
    await expect(bar.getByText('2 selected')).toBeVisible()
    await hand.press(bar.getByRole('button', { name: 'Change' }))
    await hand.press(page.getByRole('menuitem', { name: 'Remove a plan' }))
    const dialog = page.getByRole('dialog', { name: 'Remove a plan from 2 members' })
    await hand.press(dialog.getByRole('button', { name: /Plan$/ }))
    await hand.press(page.getByRole('option', { name: 'Free', exact: true }))
    await hand.press(dialog.getByRole('button', { name: 'Remove a plan' }))
    await expect(job.first().getByText(/Starts in \d+ s/)).toBeVisible()
  }
  await start()
  await hand.press(job.getByRole('button', { name: 'Undo' }))
  await expect(job.getByText('Canceled')).toBeVisible()
  await hand.press(job.getByRole('button', { name: 'Hide' }))
  await expect(job).toHaveCount(0)
  expect(await holders()).toEqual(emails)

  await start()
  await expect(job.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(await holders()).toEqual(emails.slice(2))
  await hand.press(job.getByRole('button', { name: 'Reverse' }))
  await hand.press(page.getByRole('alertdialog').getByRole('button', { name: 'Reverse' }))
  const reversal = page.getByRole('article', { name: 'Bulk job: Reverse: Remove the plan Free' })
  await expect(reversal.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(await holders()).toEqual(emails)
})
