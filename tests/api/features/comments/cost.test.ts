import { expect, test } from 'vitest'
import { sanitizeComment } from '../../../../api/features/comments/content'
import { startTestApi } from '../../../support/start-api'

const PAGE = 100
const PAGE_BYTES_MAX = 510_000

const fill = (text: string, chars = 10_000): string => text.repeat(Math.floor(chars / text.length))
const nested = (depth: number): string => `${'<b><i>'.repeat(depth / 2)}x${'</i></b>'.repeat(depth / 2)}`

/** The largest allowed comments. */
const largest = {
  paragraphs: '<p>x'.repeat(990),
  'nested bold': fill(nested(48), 9_000),
  links: '<a href=//a.b>x</a>'.repeat(526),
  prose: fill('The quick brown fox jumps over the lazy dog. '),
  'short with tags': fill('<b>ab</b>, ', 220),
  'formatting that each paragraph repeats':
    '<p>' + Array.from({ length: 40 }, (_, at) => `<b title=${at}>`).join('') + fill('<p>x', 160),
}

/** Stored under other limits and not sanitized again yet. */
const outdated = {
  'old paragraphs': '<p>x</p>'.repeat(2_400),
  'old formatting': `<p>${'<b>'.repeat(40)}x${'</b>'.repeat(40)}</p>`.repeat(2_000),
  'old, short': '<b>ab</b>, '.repeat(20),
}

/** Refused bodies, and what the message names. */
const refused: [string, RegExp][] = [
  ['<p>x'.repeat(2_400), /more than 2000 elements and texts/u],
  [nested(1_200), /more than 50 nested elements/u],
  [`<p>${'<b title=1><i title=2>'.repeat(24)}${'<p>x'.repeat(2_000)}`, /more than/u],
  ['<blockquote>'.repeat(800), /more than 50 nested elements/u],
]

test('a page of the largest comments, and of older ones that were larger, has at most half a megabyte', async () => {
  const api = await startTestApi()
  const { data } = await api.call('signup', { email: 'ann@example.com', password: 'correct horse' })
  const scope = { appId: 'app_demo', mode: 'test', memberId: data.member.id, parentId: null, url: null } as const
  for (const [channelKey, html] of [...Object.entries(largest), ...Object.entries(outdated)]) {
    const old = { source: null, content: html, nodes: null, sanitizerVersion: null, markupDigest: null }
    const markup = Object.hasOwn(outdated, channelKey) ? old : await sanitizeComment({ comments: undefined }, html)
    await api.store.transaction(async ({ comments }) => {
      for (let count = 0; count < PAGE; count += 1) {
        const id = `cmt_sb_${channelKey}_${count}`
        await comments.insert({ ...scope, ...markup, id, channelKey, createdAt: 5, updatedAt: 5 })
      }
    })
    const path = `/comments/posts?${new URLSearchParams({ channelKey, limit: String(PAGE) })}`
    const answer = await api.request(path, { headers: { 'X-API-Key': 'pk_sb_demo' } })
    expect(answer.status, channelKey).toBe(200)
    expect((await answer.arrayBuffer()).byteLength, channelKey).toBeLessThan(PAGE_BYTES_MAX)
  }
  await api.close()
})

test.each(refused)('a comment of too many or too deeply nested elements is refused: %.24s', async (html, reason) => {
  await expect(sanitizeComment({ comments: undefined }, html)).rejects.toMatchObject({
    code: 'field-limit-exceeded',
    message: expect.stringMatching(reason),
  })
})
