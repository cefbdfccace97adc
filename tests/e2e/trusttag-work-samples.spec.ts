import { sampleImage } from '../support/sample-images'
import { doc, docx, heic, mp4, pdf, quicktime, webm } from '../support/sample-files'
import { arrive } from './arrive'
import { findings } from './axe-findings'
import type { HeldTag } from '../../contract/schemas/tags'
import { as, callTrustTag, passAssessment } from './pass-assessment'
import { expect, test } from './product-test'
import { area, chooser, count, file, list, openAsMember, row } from './sample-list'
import { joinInDialog } from './trusttag-dialog'
import { buyPackage, returnToSite } from './trusttag-holders'
import { slow } from './slow-tier'

test('files of every kind are uploaded under their names, and others are refused with a reason', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 400/, /The call sendWorkSample failed/)
  await openAsMember(page, urls, email)
  await chooser(page).setInputFiles([
    file('photo.jpg', await sampleImage('jpeg'), 'image/jpeg'),
    file('film.mp4', mp4(), 'video/mp4'),
    file('film.mov', quicktime(), 'video/quicktime'),
    file('film.webm', webm(), 'video/webm'),
    file('plan.pdf', pdf(), 'application/pdf'),
    file('letter.doc', doc()),
    file('letter.docx', docx()),
  ])
  await count(page, 7)
  await expect(list(page).locator('bdi')).toHaveText([
    'photo.jpg',
    'film.mp4',
    'film.mov',
    'film.webm',
    'plan.pdf',
    'letter.doc',
    'letter.docx',
  ])
  await chooser(page).setInputFiles([
    file('notes.txt', Buffer.from('Hello'), 'text/plain'),
    file('no-film.mp4', heic()),
  ])
  await expect(row(page, 'notes.txt')).toContainText('This type of file is not supported.')
  await expect(row(page, 'no-film.mp4')).toContainText('does not match the file name')
  await expect(row(page, 'notes.txt').getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await count(page, 7)
  await row(page, 'notes.txt').getByRole('button', { name: 'Remove' }).click()
  await row(page, 'plan.pdf').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'Uploaded Files (6)' })).toBeFocused()

  await page.reload()
  await count(page, 6)
  await expect(row(page, 'plan.pdf')).toHaveCount(0)
})

test('a checker sees the files that the holder shows, compared with the seal', async ({ page, urls, email }) => {
  const token = await returnToSite(page, urls, email)
  const { id: attemptId } = await passAssessment(urls, as(token), 'Carpenter')
  await arrive(page, `${urls.site}/create-trust-tag?attempt=${attemptId}`)
  await chooser(page).setInputFiles([file('table.png', await sampleImage('png'), 'image/png')])
  await count(page, 1)
  await buyPackage(urls, token, 'single')
  const tag = await callTrustTag<HeldTag>(urls, as(token), 'POST', '/trusttag/tags', {
    attemptId,
    holderName: 'Grace Hopper',
    visibility: 'LINK',
  })
  await arrive(page, `${urls.site}/profile`)
  await page.getByText('Work samples of Carpenter').click()
  const shown = page.getByRole('checkbox', { name: /table\.png/u })
  await expect(shown).not.toBeChecked()
  await shown.check()
  await expect(page.getByText('Saved.')).toBeVisible()
  expect(await findings(page)).toEqual([])

  await arrive(page, `${urls.site}/verify/${tag.trustTagId}`)
  const samples = page.getByRole('region', { name: 'Work samples that the holder shows' })
  await expect(samples.getByRole('listitem')).toContainText('Same file as sealed on')
  await expect(samples).not.toContainText('table')
  expect(await findings(page)).toEqual([])
})

test('an image opens in its own tab, a document is downloaded, each by its own link', async ({
  page,
  context,
  urls,
  email,
}) => {
  await openAsMember(page, urls, email)
  await chooser(page).setInputFiles([
    file('photo.png', await sampleImage('png'), 'image/png'),
    file('plan.pdf', pdf(9_000), 'application/pdf'),
  ])
  await count(page, 2)
  const opened = context.waitForEvent('page')
  await row(page, 'photo.png').getByRole('button', { name: 'Open photo.png' }).click()
  const tab = await opened
  await tab.waitForURL(`${urls.api}/**`)
  expect(await tab.evaluate(() => [document.contentType, window.opener])).toEqual(['image/webp', null])
  await tab.close()

  const handed = page.waitForEvent('download')
  await row(page, 'plan.pdf').getByRole('button', { name: 'Open plan.pdf' }).click()
  expect((await handed).suggestedFilename()).toBe('plan.pdf')
})

test('a visitor’s files wait for the login, and are uploaded after the dialog', slow, async ({ page, urls, email }) => {
  const { id, visitorToken = '' } = await passAssessment(urls, {}, 'Carpenter')
  await page.addInitScript((token) => localStorage.setItem('trusttagVisitor', token), visitorToken)
  await arrive(page, `${urls.site}/create-trust-tag?attempt=${id}`)
  await chooser(page).setInputFiles([
    file('one.pdf', pdf(), 'application/pdf'),
    file('two.pdf', pdf(), 'application/pdf'),
    file('three.pdf', pdf(), 'application/pdf'),
  ])
  await count(page, 0)
  await expect(row(page, 'two.pdf')).toContainText('Waiting for you to log in.')
  expect(await findings(page)).toEqual([])
  await area(page).getByRole('link', { name: 'Sign Up' }).click()
  await joinInDialog(page, email)
  await count(page, 3)
  await expect(page.getByRole('heading', { name: 'Keep this result' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Skill Assessment Complete!' })).toBeVisible()
})

test(
  'a lost network pauses an upload, and its return resumes it',
  slow,
  async ({ page, context, urls, email, expectedConsole }) => {
    expectedConsole.push(/ERR_INTERNET_DISCONNECTED/, /The call \w+ failed/)
    await openAsMember(page, urls, email)
    await context.setOffline(true)
    await chooser(page).setInputFiles([file('tour.mp4', mp4(3_000_000), 'video/mp4')])
    await expect(row(page, 'tour.mp4')).toContainText('The upload resumes automatically.')
    await expect(area(page).getByRole('status')).toHaveText(/^tour\.mp4: The server cannot be reached/)
    expect(await findings(page)).toEqual([])
    await context.setOffline(false)
    await count(page, 1)
    await expect(area(page).getByRole('status')).toHaveText('tour.mp4 is uploaded.')
  },
)

test(
  'an upload that a reload interrupted asks for its file, and resumes',
  slow,
  async ({ page, urls, email, expectedConsole }) => {
    expectedConsole.push(/ERR_FAILED/, /The call sendWorkSample failed/)
    await openAsMember(page, urls, email)
    const whole = file('tour.mp4', mp4(3_000_000), 'video/mp4')
    await page.route('**/trusttag/samples/**', (route) =>
      route.request().url().endsWith('offset=0') ? route.continue() : route.abort(),
    )
    await chooser(page).setInputFiles([whole])
    await expect(row(page, 'tour.mp4')).toContainText('The upload resumes automatically')
    // Before the network is back, or the page would continue without it.
    await page.reload()
    await page.unroute('**/trusttag/samples/**')
    await expect(row(page, 'tour.mp4')).toContainText('16% is uploaded. Choose the file again to resume.')
    expect(await findings(page)).toEqual([])
    const offsets: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && offsets.push(new URL(request.url()).search))
    await row(page, 'tour.mp4').getByLabel('Choose Again').setInputFiles([whole])
    await count(page, 1)
    expect(offsets[0]).toBe('?offset=500000')
    expect(offsets).not.toContain('?offset=0')
  },
)

test('files can be dropped on the area; one dropped beside it does not replace the page', async ({
  page,
  urls,
  email,
}) => {
  await openAsMember(page, urls, email)
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['%PDF-1.7\n'.padEnd(2_000)], 'dropped.pdf', { type: 'application/pdf' }))
    return transfer
  })
  const target = area(page).locator('.upload-area')
  await target.dispatchEvent('dragenter', { dataTransfer: files })
  await expect(target).toHaveAttribute('data-over')
  await target.dispatchEvent('drop', { dataTransfer: files })
  await expect(target).not.toHaveAttribute('data-over')
  await count(page, 1)
  const stopped = await page.evaluate(
    () => !document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true })),
  )
  expect(stopped).toBe(true)
})

test('uploads continue on other pages of the site', async ({ page, urls, email }) => {
  const id = await openAsMember(page, urls, email)
  let release = (): void => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/trusttag/samples/**', async (route) => {
    await held
    await route.continue()
  })
  await chooser(page).setInputFiles([file('plan.pdf', pdf(), 'application/pdf')])
  await expect(row(page, 'plan.pdf')).toContainText('Uploading')
  await page.locator('.completion').getByRole('link', { name: 'Create TrustTag' }).click()
  await expect(page).toHaveURL(new RegExp(`^${urls.site}/checkout\\?attempt=${id}`))
  release()
  await page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await page.goBack()
  await count(page, 1)
})
