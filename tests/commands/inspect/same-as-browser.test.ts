// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSourcePage } from '../../../widget/inspector/rules/source/source-page'
import { documentView, elementsOf } from '../../../widget/inspector/document-view'
import { rules } from '../../../widget/inspector/rules'
import { createPage } from '../../../widget/inspector/rules/page'
import { findNotices } from '../../../widget/inspector/rules/notices'
import type { Page } from '../../../widget/inspector/rules/page'
import type { Rule } from '../../../widget/inspector/rules/rule'
import { demoApp } from '../../widget/inspector/rules/demo-app'

const folder = 'demo-pages'
/** Without nested forms, which this DOM keeps and browsers do not. */
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.html') && path !== join('inspector', 'nested-forms.html'),
)

/** All findings of a page, with tag and ID of the elements. */
function saidOf(page: Page): string[] {
  const named = (id: string, element: object, message = ''): string =>
    `${id} <${page.tag(element)} id=${page.attribute(element, 'id')}> ${message}`
  const shown: readonly Rule[] = rules.filter((rule: Rule) => !rule.sourceOnly)
  return [
    ...shown.flatMap((rule) =>
      [...rule.check(page)].flatMap((finding) => (finding ? [named(rule.id, finding.element, finding.message)] : [])),
    ),
    ...[...findNotices(page)].flatMap((found) => (found ? [named(found.notice.id, found.element)] : [])),
  ]
}

function inBrowser(text: string): string[] {
  const parsed = new DOMParser().parseFromString(text, 'text/html')
  const { page, add } = createPage(documentView(new Map()), demoApp, null)
  for (const element of elementsOf(parsed, new Map())) add(element, element.getAttributeNames())
  return saidOf(page)
}

test.each(pages)('%s has the same findings from its file and in a browser', (path) => {
  // This DOM warns that it loads no style sheets.
  const text = readFileSync(join(folder, path), 'utf8').replaceAll('rel="stylesheet"', '')
  const inFile = saidOf(readSourcePage({ text, location: null }, demoApp).page)
  expect(inFile).toEqual(inBrowser(text))
})
