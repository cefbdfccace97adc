import { answersIn, callApi, entries, entry, expect, openAs, sign, test, writePosts } from './open-guestbook'
import { signUp } from '../sign-up'

test('data-ms-channel, data-ms-post="form", data-ms-post="container", data-ms-post="item", data-ms-post="content", data-ms-post="date", data-ms-post="totalCount", data-ms-post="empty", data-ms-post-creator: a member signs the book', async ({
  page,
  urls,
  email,
  book,
}) => {
  await openAs(page, urls, book, email, 'Ada')
  await expect(page.getByText('No entries yet.')).toBeVisible()
  await sign(page, 'Tom & Jerry <3 this\nplace')
  await expect(entries(page)).toHaveCount(1)
  const [first] = [entries(page).first()]
  await expect(first.locator('[data-ms-post="content"]')).toHaveText('Tom & Jerry <3 thisplace')
  await expect(first.locator('[data-ms-post="content"] br')).toHaveCount(1)
  await expect(first.locator('[data-ms-post-creator]')).toHaveText('Ada')
  await expect(first.locator('[data-ms-post="date"]')).toHaveText(/20\d\d/)
  await expect(page.getByRole('status').filter({ hasText: 'entries' })).toHaveText('1 entries')
  await expect(page.getByText('No entries yet.')).toBeHidden()
  await expect(page.getByLabel('Your entry', { exact: true })).toHaveValue('')
})

test('data-ms-post="hidden", data-ms-thread="hidden", data-ms-post="item": templates and samples are never shown', async ({
  page,
  book,
}) => {
  await page.goto(book.url)
  await expect(page.getByText('No entries yet.')).toBeVisible()
  await expect(page.locator('[data-ms-post="hidden"]')).toBeHidden()
  await expect(page.locator('[data-ms-thread="hidden"]')).toBeHidden()
  await expect(page.locator('[data-ms-post="item"]')).toBeHidden()
})

test('data-ms-post="edit", data-ms-post="edited", data-ms-post="delete": for one’s own posts, with Escape and a confirmation', async ({
  page,
  urls,
  email,
  book,
}) => {
  await writePosts(urls.api, book.key, `other-${email}`, ['By somebody else'])
  await openAs(page, urls, book, email, 'Ada')
  await sign(page, 'First words\nand others')
  const own = entry(page, 'First words')
  const edit = own.getByRole('button', { name: 'Edit' })
  await expect(entry(page, 'By somebody else').getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(entry(page, 'By somebody else').getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await expect(own.locator('[data-ms-post="edited"]')).toBeHidden()

  await edit.click()
  const field = entries(page).first().getByLabel('Edit your entry')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('First words\nand others')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(edit).toBeFocused()

  await edit.press('Enter')
  await field.fill('Better words')
  await entries(page).first().getByRole('button', { name: 'Save' }).first().click()
  const changed = entry(page, 'Better words')
  await expect(changed).toBeVisible()
  await expect(changed.locator('[data-ms-post="edited"]')).toBeVisible()

  const remove = changed.getByRole('button', { name: 'Delete' })
  const dialog = page.getByRole('dialog', { name: 'Delete this comment?' })
  await remove.click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(changed).toBeVisible()
  await expect(remove).toBeFocused()
  await remove.click()
  await expect(dialog.getByText('Better words')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(changed).toHaveCount(0)
  await expect(entries(page)).toHaveCount(1)
})

test('data-ms-post="upvote", data-ms-post="upvoteCount", data-ms-post="downvote", data-ms-post="downvoteCount": one vote, which can change and be taken back', async ({
  page,
  urls,
  email,
  book,
}) => {
  await writePosts(urls.api, book.key, `other-${email}`, ['Vote for me'])
  await openAs(page, urls, book, email, 'Ada')
  const up = entry(page, 'Vote for me').getByRole('button', { name: /^Good/ })
  const down = entry(page, 'Vote for me').getByRole('button', { name: /^Not good/ })
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  await up.click()
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await expect(up).toHaveText(/1\s*$/)
  await down.click()
  await expect(up).toHaveAttribute('aria-pressed', 'false')
  await expect(up).toHaveText(/0\s*$/)
  await expect(down).toHaveText(/1\s*$/)
  await page.reload()
  await expect(down).toHaveAttribute('aria-pressed', 'true')
  await down.click()
  await expect(down).toHaveText(/0\s*$/)
})

test('data-ms-post="showThreads", data-ms-thread="container", data-ms-thread="item", data-ms-thread="form", data-ms-thread="content", data-ms-thread="date", data-ms-thread="totalCount", data-ms-thread="empty", data-ms-thread-creator, data-ms-thread="sort": replies below a post', async ({
  page,
  urls,
  email,
  book,
}) => {
  await writePosts(urls.api, book.key, `other-${email}`, ['Who is there?'])
  await openAs(page, urls, book, email, 'Ada')
  const post = entry(page, 'Who is there?')
  const toggle = post.getByRole('button', { name: /^Replies/ })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect(post.getByLabel('Your reply', { exact: true })).toBeHidden()
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(post.getByText('No replies yet.')).toBeVisible()
  for (const text of ['Me', 'Me too']) {
    await post.getByLabel('Your reply', { exact: true }).fill(text)
    await post.getByRole('button', { name: 'Answer', exact: true }).click()
    await expect(answersIn(post).filter({ hasText: text }).first()).toBeVisible()
  }
  await expect(post.locator('[data-ms-thread="item"][id] [data-ms-thread="content"]')).toHaveText(['Me', 'Me too'])
  await expect(answersIn(post).first().locator('[data-ms-thread-creator]')).toHaveText('Ada')
  await expect(answersIn(post).first().locator('time')).toHaveText(/20\d\d/)
  await expect(toggle).toHaveText(/\(2\)/)
  await post.getByLabel('Order').selectOption('newest')
  await expect(post.locator('[data-ms-thread="item"][id] [data-ms-thread="content"]')).toHaveText(['Me too', 'Me'])
  await toggle.click()
  await expect(post.getByLabel('Your reply', { exact: true })).toBeHidden()
})

test('data-ms-thread="edit", data-ms-thread="edited", data-ms-thread="delete", data-ms-thread="upvote", data-ms-thread="upvoteCount", data-ms-thread="downvote", data-ms-thread="downvoteCount", data-ms-thread="isModerator", data-ms-thread="ownerProfileImage": a reply has the features of a post', async ({
  page,
  urls,
  email,
  book,
}) => {
  await writePosts(urls.api, book.key, `other-${email}`, ['A question'])
  await openAs(page, urls, book, email, 'Ada')
  const post = entry(page, 'A question')
  await post.getByRole('button', { name: /^Replies/ }).click()
  await post.getByLabel('Your reply', { exact: true }).fill('An answer')
  await post.getByRole('button', { name: 'Answer', exact: true }).click()
  const answer = answersIn(post)
  await answer.getByRole('button', { name: /^Good/ }).click()
  await expect(answer.getByRole('button', { name: /^Good/ })).toHaveText(/1\s*$/)
  await answer.getByRole('button', { name: /^Not good/ }).click()
  await expect(answer.getByRole('button', { name: /^Not good/ })).toHaveText(/1\s*$/)
  await expect(answer.getByText('Moderator')).toBeHidden()
  await expect(answer.locator('img')).toHaveAttribute('src', `${urls.demo}/icon.svg`)
  await answer.getByRole('button', { name: 'Edit' }).click()
  await answer.getByLabel('Edit your reply').fill('A better answer')
  await answer.getByRole('button', { name: 'Save' }).click()
  await expect(answer.locator('[data-ms-thread="content"]')).toHaveText('A better answer')
  await expect(answer.getByText('edited')).toBeVisible()
  await answer.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(answer).toHaveCount(0)
  await expect(post.getByText('No replies yet.')).toBeVisible()
})

test('data-ms-post="loadMore", data-ms-post="sort": a long book is loaded in parts, in either order', async ({
  page,
  urls,
  email,
  book,
}) => {
  const numbers = Array.from({ length: 11 }, (_, at) => at + 1)
  await writePosts(
    urls.api,
    book.key,
    `one-${email}`,
    numbers.map((at) => `Entry ${at}.`),
  )
  await writePosts(
    urls.api,
    book.key,
    `two-${email}`,
    numbers.map((at) => `Entry ${at + 11}.`),
  )
  await page.goto(book.url)
  const more = page.getByRole('button', { name: 'Older entries' })
  await expect(entries(page)).toHaveCount(20)
  await expect(entries(page).first()).toContainText('Entry 22.')
  await more.click()
  await expect(entries(page)).toHaveCount(22)
  await expect(entries(page).last()).toContainText('Entry 1.')
  await expect(more).toBeHidden()
  await page.locator('[data-ms-post="sort"]').selectOption('oldest')
  await expect(entries(page).first()).toContainText('Entry 1.')
  await expect(entries(page)).toHaveCount(22)
})

test('data-ms-thread="loadMore": more replies than one page', async ({ page, urls, email, book }) => {
  const token = await openAs(page, urls, book, email, 'Ada')
  const { data } = await callApi(urls.api, '/comments/posts', token, {
    channelKey: book.key,
    content: 'Ask me anything',
  })
  const other = await signUp(urls.api, { email: `other-${email}`, password: 'a-good-password' })
  for (let at = 1; at <= 21; at += 1) {
    await callApi(urls.api, '/comments/threads', at > 15 ? other : token, { postId: data.id, content: `Answer ${at}.` })
  }
  const post = entry(page, 'Ask me anything')
  await post.getByRole('button', { name: /^Replies/ }).click()
  await expect(answersIn(post)).toHaveCount(20)
  await post.getByRole('button', { name: 'More replies' }).click()
  await expect(answersIn(post)).toHaveCount(21)
})
