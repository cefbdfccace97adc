import { expect, test } from 'vitest'
import { readAudit } from '../../../commands/packages/audit.mjs'

const shipped = new Set(['hono', 'kysely'])
const report = (vulnerabilities: unknown) => JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} })

test('a registry that refuses, or is not there, does not answer audits', () => {
  const refused = { message: '405 Method Not Allowed', statusCode: 405, error: { summary: '', detail: '' } }
  expect(readAudit(`${JSON.stringify(refused, null, 2)}\nnpm error A complete log of this run\n`, shipped)).toBeNull()
  expect(readAudit('', shipped)).toBeNull()
  expect(readAudit('npm error {not json}', shipped)).toBeNull()
  expect(readAudit(report([]), shipped)).toBeNull()
})

test('no hole is no problem', () => {
  expect(readAudit(`npm warn something\n${report({})}`, shipped)).toEqual([])
})

test('a grave hole fails in what is shipped, one step graver in what is not, and the gravest come first', () => {
  const holes = readAudit(
    report({
      kysely: { name: 'kysely', severity: 'moderate', fixAvailable: true },
      vite: { name: 'vite', severity: 'high', fixAvailable: false },
      hono: { name: 'hono', severity: 'high', fixAvailable: { name: 'hono', version: '4.99.0' } },
      vitest: { name: 'vitest', severity: 'critical', fixAvailable: false },
      other: { name: 'other', severity: 'apocalyptic', fixAvailable: false },
    }),
    shipped,
  )
  expect(holes?.map(({ name, fails, mended }) => [name, fails, mended])).toEqual([
    ['other', true, 'no version yet'],
    ['vitest', true, 'no version yet'],
    ['vite', false, 'no version yet'],
    ['hono', true, 'hono 4.99.0'],
    ['kysely', false, 'a newer version'],
  ])
})
