import { becomeBuyer } from './checkout'
import { logInOrJoin } from './log-in-or-join'
import { expect, test } from './product-test'
import { inviteTokenOf } from './sign-up'

test('a team is bought; a person signs up with its invite link, has access, and loses it when removed', async ({
  page,
  browser,
  urls,
  email,
}) => {
  await becomeBuyer(page, urls, email, 'prc_team-monthly')
  await page.goto(`${urls.demo}/plans/team.html`)
  await expect(page.getByText('You have a seat')).toBeVisible()
  await page.getByRole('button', { name: 'Your team' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1/5')).toBeVisible()
  const link = await dialog.locator('input[readonly]').inputValue()
  expect(link).toContain(`${urls.demo}/signup.html?inviteToken=`)

  const guest = await (await browser.newContext()).newPage()
  const guestEmail = `guest-${email}`
  await guest.goto(link)
  // The invitation is stored for the tab, whichever page signs up.
  await logInOrJoin(guest, guestEmail)
  await guest.getByRole('link', { name: 'its page' }).click()
  await expect(guest.getByText('You have a seat')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Your team' }).click()
  await expect(dialog.getByText('2/5')).toBeVisible()
  const person = dialog.getByRole('listitem').filter({ hasText: guestEmail })
  await person.getByRole('button').click()
  await person.getByRole('button').click()
  await expect(dialog.getByText('Member has been removed from team.')).toBeVisible()
  await expect(person).toHaveCount(0)

  await guest.reload()
  await expect(guest.getByText('Only members with a seat in a team')).toBeVisible()
  await expect(guest.getByText('You have a seat')).toHaveCount(0)
  await guest.context().close()
})

test('a member who opens an invite link is asked first, joins, and leaves again in the profile', async ({
  page,
  browser,
  urls,
  email,
}) => {
  const token = await becomeBuyer(page, urls, email, 'prc_team-monthly')
  const context = await browser.newContext()
  const guest = await context.newPage()
  await becomeBuyer(guest, urls, `guest-${email}`)
  await guest.goto(`${urls.demo}/signup.html?inviteToken=${await inviteTokenOf(urls.api, token)}`)
  const dialog = guest.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Join/ }).click()
  await expect(dialog.getByText('You have joined the team.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await guest.getByRole('link', { name: 'its page' }).click()
  await expect(guest.getByText('You have a seat')).toBeVisible()
  await guest.getByRole('button', { name: 'Your plans' }).click()
  const leave = dialog.getByRole('button', { name: /Leave/ })
  await leave.click()
  await dialog.getByRole('button', { name: /sure/i }).click()
  await expect(guest.getByText('Only members with a seat in a team')).toBeVisible()
  await context.close()
})
