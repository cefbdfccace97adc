import { expect, test } from 'vitest'
import { readAudit } from '../../../commands/packages/audit.mjs'

const shipped = new Set(['hono', 'kysely'])
const report = (vulnerabilities: unknown) => JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} })

test('a registry that refuses or is unreachable skips the audit', () => {
  const refused = { message: '405 Method Not Allowed', statusCode: 405, error: { summary: '', detail: '' } }
  expect(readAudit(`${JSON.stringify(refused, null, 2)}\nnpm error A complete log of this run\n`, shipped)).toBeNull()
  expect(readAudit('', shipped)).toBeNull()
  expect(readAudit('npm error {not json}', shipped)).toBeNull()
  expect(readAudit(report([]), shipped)).toBeNull()
})

test('no vulnerabilities are no problem', () => {
  expect(readAudit(`npm warn something\n${report({})}`, shipped)).toEqual([])
})

test('high severities fail for shipped packages, critical ones for others, most severe first', () => {
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
  expect(holes?.map(({ name, fails, fixedIn }) => [name, fails, fixedIn])).toEqual([
    ['other', true, 'no version yet'],
    ['vitest', true, 'no version yet'],
    ['vite', false, 'no version yet'],
    ['hono', true, 'hono 4.99.0'],
    ['kysely', false, 'a newer version'],
  ])
})
