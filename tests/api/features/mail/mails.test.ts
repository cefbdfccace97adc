import { expect, test } from 'vitest'
import { mailContent, toOutboxRow } from '../../../../api/features/mail/outbox'
import { toMajorUnits } from '../../../../api/features/plans/serializers'

test('an email has the same content in text and HTML, and its HTML escapes everything', () => {
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
  ['#0b5750', '#ffffff', 'background: #0b5750; color: #ffffff;'],
  ['#ffff00', '#ffffff', 'background: #1d4ed8; color: #ffffff;'],
  ['red', '#ffffff', 'background: #1d4ed8; color: #ffffff;'],
] as const)('a button of %s with text of %s', ([primaryButton, primaryButtonText, style]) => {
  const services = { secrets: { id: () => 'mail_1' }, clock: { now: () => 0 } }
  const app = {
    id: 'app_1',
    mail: { sender: { name: 'A', address: 'a@example.com' } },
    branding: { colors: { lightMode: { primaryButton, primaryButtonText } } },
  }
  const given: unknown[] = [services, app, { email: 'b@example.com', mode: 'test' }, mailContent('S', [])]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these parts are read
  const row = toOutboxRow(...(given as Parameters<typeof toOutboxRow>))
  expect(row.html).toContain(style)
})

test.for([
  ['usd', 1999, 19.99],
  ['jpy', 1999, 1999],
  ['kwd', 1999, 1.999],
] as const)('minor units of %s: %d is %d', ([currency, amountMinor, amount]) => {
  expect(toMajorUnits({ currency, amountMinor })).toBe(amount)
})
