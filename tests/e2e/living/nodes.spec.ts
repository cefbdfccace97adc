import { expect, logIn, logOut, ready, seenSince, test, traces } from './living-test'

test('nodes that a script inserts, moves, copies or redraws are gated and follow the member', async ({
  page,
  site,
  person,
}) => {
  await page.goto(`${site.url}/plain/`)
  await ready(page)
  await page.evaluate(() => {
    const place = document.querySelector('#place')
    const make = (id: string, content: string): HTMLElement => {
      const element = document.createElement('p')
      element.id = id
      element.setAttribute('data-ms-content', content)
      const text = document.createElement('i')
      text.setAttribute('data-ms-member', 'email')
      text.append('nobody')
      element.append(`${id}: `, text)
      return element
    }
    const inserted = make('inserted', 'members')
    const late = document.createElement('div')
    late.append(make('deep', 'members'), make('deep-visitors', '!members'))
    place?.append(inserted, late)
    Object.assign(window, { inserted })
  })
  await expect(page.locator('#deep-visitors')).toHaveText('deep-visitors: nobody')
  expect(await seenSince(page)).toEqual(['!members'])

  await logIn(page, person)
  await expect(page.locator('#inserted')).toHaveText(`inserted: ${person.email}`)
  await expect(page.locator('#deep')).toHaveText(`deep: ${person.email}`)
  await seenSince(page)
  await page.evaluate(() => {
    const place = document.querySelector('#place')
    const address = document.querySelector('#address')
    if (!place || !address) return
    // Moves, clones, copies markup, and clones while removed.
    place.prepend(...document.querySelectorAll('#deep'))
    const copy = address.cloneNode(true)
    const markup = document.createElement('section')
    markup.innerHTML = address.outerHTML + document.querySelector('#inserted')?.outerHTML
    const detached = document.createElement('section')
    detached.append(address.cloneNode(true))
    place.append(copy, markup, detached)
  })
  await expect(page.locator('#address')).toHaveText(Array.from({ length: 4 }, () => `Your address: ${person.email}`))
  await expect(page.locator('#deep')).toHaveCount(1)
  expect(await seenSince(page)).toEqual(['members'])

  await logOut(page)
  await expect(page.locator('#address')).toHaveText(Array.from({ length: 4 }, () => 'Your address: unknown'))
  await expect.poll(() => traces(page, person)).toEqual([])
  await seenSince(page)
  await expect(page.locator('#inserted, #deep')).toHaveCount(0)
  await logIn(page, person)
  await expect(page.locator('#inserted')).toHaveCount(2)
  await expect(page.locator('#deep')).toHaveCount(1)
})

test('a removed node that a script holds can be inserted elsewhere, once', async ({ page, site, person }) => {
  await page.goto(`${site.url}/plain/`)
  await ready(page)
  await logIn(page, person)
  await page.evaluate(() => Object.assign(window, { hello: document.querySelector('#hello') }))
  await logOut(page)
  await page.evaluate(`document.querySelector('#place').append(window.hello)`)
  await expect(page.locator('#hello:visible')).toHaveCount(0)
  for (let turn = 0; turn < 3; turn += 1) {
    await logIn(page, person)
    await expect(page.locator('#place #hello')).toHaveText(`Hello ${person.firstName}`)
    await expect(page.locator('#hello')).toHaveCount(1)
    await logOut(page)
    await expect(page.locator('#hello:visible')).toHaveCount(0)
  }
})

test('path and hash changes do not affect what a member sees', async ({ page, site, person }) => {
  await page.goto(`${site.url}/plain/`)
  await ready(page)
  await logIn(page, person)
  await seenSince(page)
  await page.getByText('Further down').click()
  await page.evaluate(() => history.pushState({ mine: 1 }, '', '/plain/made-up?x=1#y'))
  await page.evaluate(() => history.replaceState({ mine: 2 }, '', '/plain/'))
  await page.goBack()
  await page.goBack()
  await page.goForward()
  await expect(page.locator('#hello')).toHaveText(`Hello ${person.firstName}`)
  expect(await seenSince(page)).toEqual(['members'])
  await logOut(page)
  expect(await traces(page, person)).toEqual([])
})

test('a replaced body is gated, and messages and modals find it', async ({ page, site, person }) => {
  await page.goto(`${site.url}/plain/`)
  await ready(page)
  await page.getByRole('button', { name: 'Log in' }).hover()
  await page.evaluate(() => {
    const body = document.createElement('body')
    const copy = document.importNode(new DOMParser().parseFromString(document.body.outerHTML, 'text/html').body, true)
    body.append(...copy.childNodes)
    document.body.replaceWith(body)
  })
  await logIn(page, person)
  await expect(page.locator('#address')).toHaveText(`Your address: ${person.email}`)
  await page.evaluate(() => window.$memberstackDom?._showMessage('Found the new body.'))
  await expect(page.locator('#ms-message')).toContainText('Found the new body.')
})

test('of ten thousand nodes with a thousand attributes every one works, also when inserted', async ({
  page,
  site,
  person,
}) => {
  await page.goto(`${site.url}/plain/`)
  await ready(page)
  const insert = (): void => {
    const list = document.createElement('ul')
    for (let at = 0; at < 5000; at += 1) {
      const row = document.createElement('li')
      const text = row.appendChild(document.createElement('span'))
      text.textContent = 'nobody'
      if (at % 10 === 0) text.setAttribute('data-ms-member', 'first-name')
      if (at % 10 === 5) row.setAttribute('data-ms-content', at % 20 === 5 ? 'members' : '!members')
      list.append(row)
    }
    document.querySelector('#place')?.append(list)
  }
  const filled = () =>
    page.locator('#place [data-ms-member]').evaluateAll((all) => [...new Set(all.map((one) => one.textContent))])
  await page.evaluate(insert)
  await expect(page.locator('#place [data-ms-content=members]')).toHaveCount(0)
  await expect(page.locator('#place [data-ms-content="!members"]')).toHaveCount(250)
  await logIn(page, person)
  await expect(page.locator('#place [data-ms-content=members]')).toHaveCount(250)
  expect(await filled()).toEqual([person.firstName])
  await page.evaluate(insert)
  await expect(page.locator('#place [data-ms-content="!members"]')).toHaveCount(0)
  expect(await filled()).toEqual([person.firstName])
  await logOut(page)
  await expect(page.locator('#place [data-ms-content="!members"]')).toHaveCount(500)
  expect(await filled()).toEqual(['nobody'])
  await page.locator('#place').evaluate((place) => place.replaceChildren())
  await logIn(page, person)
  await expect(page.locator('#place [data-ms-content]')).toHaveCount(0)
})
