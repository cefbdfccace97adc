import { appCases } from './cases/app'
import { authCases } from './cases/auth'
import type { Cases } from './cases/cases'
import { commentCases } from './cases/comments'
import { contentCases } from './cases/content'
import { dataTableCases } from './cases/data-tables'
import { memberCases } from './cases/member'
import { pageCases } from './cases/page'
import { planCases } from './cases/plans'
import { providerCases } from './cases/providers'
import { teamCases } from './cases/teams'
import { expect, test } from './dom-test'
import { requests, type SentRequest } from './requests'
import { isExactly } from './watch-requests'

const areas: Record<string, Cases> = {
  'the app': appCases,
  'logging in and out': authCases,
  'the member': memberCases,
  plans: planCases,
  providers: providerCases,
  teams: teamCases,
  'hosted content': contentCases,
  comments: commentCases,
  'data tables': dataTableCases,
  'the page': pageCases,
}

/** Modals are a script of the vendor's own service, which the client loads on first use: our server is not involved. */
const leftOut = ['openModal', 'hideModal', 'preloadModals']

const rows: Record<string, SentRequest> = requests

test('every member of the published client has a case, and every case has a member', async ({ stage }) => {
  await stage.open()
  const names = await stage.page.evaluate(() => window.published.names())
  const cases = Object.values(areas).flatMap((area) => Object.keys(area))
  expect([...cases, ...leftOut].toSorted()).toEqual(names.toSorted())
  expect(names).toHaveLength(70)
})

for (const [area, cases] of Object.entries(areas)) {
  test.describe(area, () => {
    for (const [name, run] of Object.entries(cases)) {
      test(`${name} answers as documented`, async ({ stage }) => {
        await stage.open()
        await run(stage)
        const row = rows[name]
        if (!row) return
        const asked = await stage.asked()
        expect(asked.filter((one) => isExactly(one, row)).length, `It sent ${row.method} ${row.path}`).toBeGreaterThan(
          0,
        )
      })
    }
  })
}
