import { openModal, password, typeCode } from './account-modals'
import { codeFromMailbox } from './mailbox'
import { expect, test } from './product-test'
import { signUp } from './sign-up'

test('a forgotten password is replaced, and the next screen is the login', async ({ page, urls, email }) => {
  await signUp(urls.api, { email, password })
  const dialog = await openModal(page, urls.demo, 'FORGOT_PASSWORD')
  await dialog.getByLabel('Email address').fill(email)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Confirm & Reset' })).toBeVisible()
  await typeCode(dialog, await codeFromMailbox(urls.api, email))
  await dialog.getByLabel('New password').fill('another-password')
  await dialog.getByRole('button', { name: 'Confirm & Reset' }).click()
  await expect(dialog.getByText('Your password has been reset. Please login.')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Log in to your account' })).toBeVisible()
  await expect(dialog.getByLabel('Email address')).toHaveValue(email)
  await dialog.getByLabel('Password', { exact: true }).fill('another-password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeAttached()
})

test('the link for an existing code opens the code screen', async ({ page, urls }) => {
  const dialog = await openModal(page, urls.demo, 'FORGOT_PASSWORD')
  await dialog.getByRole('button', { name: 'I already have a code' }).click()
  await expect(dialog.getByLabel(/^Digit \d of 6$/)).toHaveCount(6)
  await expect(dialog).toContainText('6 digit code')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('button', { name: 'I already have a code' })).toBeVisible()
})

test('the success screen says so and leads to the login', async ({ page, urls }) => {
  const dialog = await openModal(page, urls.demo, 'RESET_PASSWORD_SUCCESS')
  await expect(dialog.getByRole('heading', { name: 'Success' })).toBeVisible()
  await expect(dialog).toContainText('Your password has been reset. Please login.')
  await dialog.getByRole('button', { name: 'Log in' }).click()
  await expect(dialog.getByLabel('Email address')).toBeFocused()
})

test('digits advance by themselves, go back with the backspace key, and spread when pasted', async ({ page, urls }) => {
  const dialog = await openModal(page, urls.demo, 'RESET_PASSWORD', { email: 'ada@example.com' })
  const box = (number: number) => dialog.getByLabel(`Digit ${number} of 6`)
  const values = () =>
    dialog.getByLabel(/^Digit \d of 6$/).evaluateAll((all) => all.map((one) => Reflect.get(one, 'value')))
  await box(1).click()
  await page.keyboard.type('12x3')
  expect(await values()).toEqual(['1', '2', '3', '', '', ''])
  await expect(box(4)).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(box(3)).toBeFocused()
  await dialog.getByRole('button', { name: 'Confirm & Reset' }).click()
  await expect(dialog.getByText('Please enter a valid code')).toBeVisible()
  await box(5).click()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', ' 456 789 ')
    const focused = document.activeElement?.shadowRoot?.activeElement
    focused?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  expect(await values()).toEqual(['4', '5', '6', '7', '8', '9'])
  await expect(dialog.getByText('Please enter a valid code')).toHaveCount(0)
  // Autofill on phones puts the whole code into the first box.
  await box(1).fill('135791')
  expect(await values()).toEqual(['1', '3', '5', '7', '9', '1'])
})
