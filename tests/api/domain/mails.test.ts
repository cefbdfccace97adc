import { expect, test } from 'vitest'
import { mailContent } from '../../../api/features/mail/template'
import { toMajorUnits } from '../../../api/features/plans/serializers'

test('a mail says the same in text and in HTML, and its HTML escapes everything', () => {
  const mail = mailContent('A <b> & "c"', [
    { paragraph: "It's <i>you</i>" },
    { code: '123456' },
    { label: 'Open', link: 'https://example.com/?a=1&b="2"' },
  ])
  expect(mail.text).toBe('It\'s <i>you</i>\n\n123456\n\nOpen:\nhttps://example.com/?a=1&b="2"\n')
  expect(mail.html).toContain('<title>A &lt;b&gt; &amp; &quot;c&quot;</title>')
  expect(mail.html).toContain('<p>It&#39;s &lt;i&gt;you&lt;/i&gt;</p>')
  expect(mail.html).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"')
  expect(mail.html).not.toMatch(/<(?:table|script|img)/u)
})

test.for([
  ['usd', 1999, 19.99],
  ['jpy', 1999, 1999],
  ['kwd', 1999, 1.999],
] as const)('minor units of %s: %d is %d', ([currency, amountMinor, amount]) => {
  expect(toMajorUnits({ currency, amountMinor })).toBe(amount)
})
