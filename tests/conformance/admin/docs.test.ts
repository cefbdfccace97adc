import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AdminEndpoint } from '../../../contract/admin/endpoints/admin-endpoint'
import { adminAuditEndpoints } from '../../../contract/admin/endpoints/audit-log'
import { adminDataTableEndpoints } from '../../../contract/admin/endpoints/data-tables'
import { adminMemberEndpoints } from '../../../contract/admin/endpoints/members'
import { adminPlanEndpoints } from '../../../contract/admin/endpoints/plans'
import { adminTokenEndpoints } from '../../../contract/admin/endpoints/tokens'
import { errors } from '../../../contract/errors'
import { cases, leftOut } from './cases'

const text = readFileSync(new URL('../../../docs/admin-api.md', import.meta.url), 'utf8')

const routes: Readonly<Record<string, AdminEndpoint>> = {
  ...adminMemberEndpoints,
  ...adminPlanEndpoints,
  ...adminDataTableEndpoints,
  ...adminTokenEndpoints,
  ...adminAuditEndpoints,
}

test.for(Object.values(routes))('docs/admin-api.md has $method $path', ({ method, path }) => {
  expect(text).toMatch(new RegExp(`\`${method} ${path}[\`?]`, 'u'))
})

test('every code in docs/admin-api.md exists, with the status beside it', () => {
  const rows = [...text.matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+) +\| (\d[\d, ]*?) +\|/gmu)]
  const told = rows.flatMap(([, names = '', statuses = '']) =>
    [...names.matchAll(/`([a-z-]+)`/gu)].map(([, code = '']) => [code, statuses.split(', ').map(Number)] as const),
  )
  expect(told.length).toBeGreaterThan(15)
  const table: Readonly<Record<string, { status: number }>> = errors
  for (const [code, statuses] of told)
    expect([code, statuses]).toEqual([code, expect.arrayContaining([table[code]?.status])])
})

test('docs/admin-api.md says for every method of the published package whether it works', () => {
  const rows = [...text.matchAll(/^\| (`.+`) +\| /gmu)].map(([, names = '']) => names).join(' ')
  for (const method of [...Object.keys(cases), ...Object.keys(leftOut)]) {
    const [group = '', name] = method.split('.')
    expect(rows).toContain(name === undefined ? `\`${group}\`` : `\`${group}.*\``)
  }
})
