import { picture } from '../support/pictures'
import { doc, docx, heic, mp4, pdf, quicktime, webm } from '../support/sample-files'
import { arrive } from './arrive'
import { findings } from './axe-findings'
import { passAssessment } from './pass-assessment'
import { expect, test } from './product-test'
import { area, chooser, count, file, list, openAsMember, row } from './sample-list'
import { joinInDialog } from './trusttag-dialog'
import { slow } from './slow-tier'

test('files of every kind are uploaded under their names, and what is no work sample says so', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 400/, /The call sendWorkSample failed/)
  await openAsMember(page, urls, email)
  await chooser(page).setInputFiles([
    file('photo.jpg', await picture('jpeg'), 'image/jpeg'),
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
  await expect(row(page, 'notes.txt')).toContainText('This is another kind of file.')
  await expect(row(page, 'no-film.mp4')).toContainText('is not what its name says')
  await expect(row(page, 'notes.txt').getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await count(page, 7)
  await row(page, 'notes.txt').getByRole('button', { name: 'Remove' }).click()
  await row(page, 'plan.pdf').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'Uploaded Files (6)' })).toBeFocused()

  await page.reload()
  await count(page, 6)
  await expect(row(page, 'plan.pdf')).toHaveCount(0)
})

test('a picture opens in a tab of its own, a document is handed to the device, each by a link of its own', async ({
  page,
  context,
  urls,
  email,
}) => {
  await openAsMember(page, urls, email)
  await chooser(page).setInputFiles([
    file('photo.png', await picture('png'), 'image/png'),
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

test(
  'a visitor’s files wait for the login, and are uploaded once the dialog is done',
  slow,
  async ({ page, urls, email }) => {
    const { id, visitorToken = '' } = await passAssessment(urls, {}, 'Carpenter')
    await page.addInitScript((token) => localStorage.setItem('trusttagVisitor', token), visitorToken)
    await arrive(page, `${urls.site}/create-trust-tag?attempt=${id}`)
    await chooser(page).setInputFiles([
      file('one.pdf', pdf(), 'application/pdf'),
      file('two.pdf', pdf(), 'application/pdf'),
      file('three.pdf', pdf(), 'application/pdf'),
    ])
    await count(page, 0)
    await expect(row(page, 'two.pdf')).toContainText('Waits for your login.')
    expect(await findings(page)).toEqual([])
    await area(page).getByRole('link', { name: 'Sign Up' }).click()
    await joinInDialog(page, email)
    await count(page, 3)
    await expect(page.getByRole('heading', { name: 'Keep this result' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Skill Assessment Complete!' })).toBeVisible()
  },
)

test(
  'a network that is lost stops an upload, and its return goes on with it',
  slow,
  async ({ page, context, urls, email, expectedConsole }) => {
    expectedConsole.push(/ERR_INTERNET_DISCONNECTED/, /The call \w+ failed/)
    await openAsMember(page, urls, email)
    await context.setOffline(true)
    await chooser(page).setInputFiles([file('tour.mp4', mp4(3_000_000), 'video/mp4')])
    await expect(row(page, 'tour.mp4')).toContainText('It goes on by itself as soon as it can.')
    await expect(area(page).getByRole('status')).toHaveText(/^tour\.mp4: The server cannot be reached/)
    expect(await findings(page)).toEqual([])
    await context.setOffline(false)
    await count(page, 1)
    await expect(area(page).getByRole('status')).toHaveText('tour.mp4 is uploaded.')
  },
)

test(
  'an upload that a reload cut off asks for its file, and goes on from where it was',
  slow,
  async ({ page, urls, email, expectedConsole }) => {
    expectedConsole.push(/ERR_FAILED/, /The call sendWorkSample failed/)
    await openAsMember(page, urls, email)
    const whole = file('tour.mp4', mp4(3_000_000), 'video/mp4')
    await page.route('**/trusttag/samples/**', (route) =>
      route.request().url().endsWith('offset=0') ? route.continue() : route.abort(),
    )
    await chooser(page).setInputFiles([whole])
    await expect(row(page, 'tour.mp4')).toContainText('It goes on by itself')
    // Before the line is back, or the page would go on by itself.
    await page.reload()
    await page.unroute('**/trusttag/samples/**')
    await expect(row(page, 'tour.mp4')).toContainText(
      '16% has arrived. Choose the file again and it goes on from there.',
    )
    expect(await findings(page)).toEqual([])
    const offsets: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && offsets.push(new URL(request.url()).search))
    await row(page, 'tour.mp4').getByLabel('Choose Again').setInputFiles([whole])
    await count(page, 1)
    expect(offsets[0]).toBe('?offset=500000')
    expect(offsets).not.toContain('?offset=0')
  },
)

test('files can be dropped on the area; one that misses it does not open in the page’s place', async ({
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

test('uploads go on while their holder looks at other pages of the site', async ({ page, urls, email }) => {
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
