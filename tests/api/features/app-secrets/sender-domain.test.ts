import { expect, test } from 'vitest'
import { createSenderRecords } from '../../../../api/features/app-secrets/test-mail'

const failure = (code: string) => Object.assign(new Error(code), { code })

/** @param zone texts by name; an error is thrown */
function dns(zone: Readonly<Record<string, string | Error>>) {
  const asked: string[] = []
  const find = createSenderRecords(async (name) => {
    asked.push(name)
    const found = zone[name] ?? failure('ENOTFOUND')
    if (found instanceof Error) throw found
    // Long records come in parts.
    return [['other=1'], [found.slice(0, 4), found.slice(4)]]
  })
  return { asked, find }
}

test.each<[string, Record<string, string | Error>, object]>([
  ['both records', { 'acme.io': 'v=spf1 -all', '_dmarc.acme.io': 'v=DMARC1; p=none' }, { spf: true, dmarc: true }],
  ['no record', {}, { spf: false, dmarc: false }],
  ['records of something else', { 'acme.io': 'v=spf10', '_dmarc.acme.io': 'DMARC1' }, { spf: false, dmarc: false }],
  ['a server that does not answer', { 'acme.io': failure('ETIMEOUT') }, { spf: null, dmarc: false }],
])('%s', async (_, zone, found) => {
  expect(await dns(zone).find('ACME.io')).toEqual(found)
})

test('a policy of the parent covers the subdomain, an SPF record of it does not', async () => {
  const { find, asked } = dns({ 'acme.io': 'v=spf1 -all', '_dmarc.acme.io': 'v=DMARC1; p=none' })
  expect(await find('mail.acme.io')).toEqual({ spf: false, dmarc: true })
  await find('mail.acme.io')
  expect(asked.toSorted()).toEqual(['_dmarc.acme.io', '_dmarc.mail.acme.io', 'mail.acme.io'])
})

test.each(['localhost', 'site.localhost', 'mail.example.com', '127.0.0.1', 'printer.local', 'intranet'])(
  '%s is not looked up',
  async (domain) => {
    const { find, asked } = dns({})
    expect(await find(domain)).toBeNull()
    expect(asked).toEqual([])
  },
)
