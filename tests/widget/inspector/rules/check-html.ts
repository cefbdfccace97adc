import { documentView, elementsOf } from '../../../../widget/inspector/document-view'
import { createPage } from '../../../../widget/inspector/rules/page'
import type { InspectedApp, Page } from '../../../../widget/inspector/rules/page'
import type { Rule } from '../../../../widget/inspector/rules/rule'
import { demoApp } from './demo-app'

/** A page of the demo app, from the markup of its body. The test file runs in happy-dom. */
export function pageOf(
  body: string,
  { app = demoApp, path = null }: { app?: InspectedApp; path?: string | null } = {},
): Page {
  document.body.innerHTML = body
  const { page, add } = createPage(
    documentView(new Map()),
    app,
    path === null ? null : { pathname: path, origin: 'https://shop.test' },
  )
  for (const element of elementsOf(document, new Map())) add(element, element.getAttributeNames())
  return page
}

/** The IDs of the elements with findings. Give every element an ID. */
export function check(rule: Rule, body: string, options: Parameters<typeof pageOf>[1] = {}): string[] {
  const page = pageOf(body, options)
  return [...rule.check(page)].flatMap((finding) => (finding ? [page.attribute(finding.element, 'id') ?? ''] : []))
}
