import type { ContentGroup } from '../../../contract/entities'
import { attributes, installAttributes } from '../../attributes'
import { gatesPath, leadsRound } from '../../lib/gated-paths'
import type { Page, PageElement } from './page'
import type { Rule, RuleHelp } from './rule'

const { content } = attributes
const { pageGate } = installAttributes

export const rule = {
  id: 'gated-page-without-redirect',
  severity: 'warning',
  attribute: content,
  title: 'Gated page without a redirect',
  own: true,
  *check(page) {
    const { path } = page
    if (path !== null && isPathGated(page)) {
      const groups = page.app.contentGroups
      const [head] = page.tagged('head')
      const closing = deadEnd(groups, path)
      if (head && closing)
        yield { element: head, message: `The redirect of "${closing.key}" leads to no page that visitors can see.` }
      // People without access are redirected.
      if (groups.some((group) => gatesPath(group, path))) return
    }
    for (const element of page.carrying(content)) {
      yield undefined
      const value = page.attribute(element, content) ?? ''
      if (!hidesPage(page, element, value)) continue
      yield { element, message: `Visitors without "${value}" see an empty page.` }
    }
  },
} as const satisfies Rule

/** Without `data-ms-page-gate="off"` on the install tag. */
const isPathGated = (page: Page): boolean =>
  !page.carrying(pageGate).some((tag) => /^\s*off\s*$/i.test(page.attribute(tag, pageGate) ?? ''))

/** The group that denies the path without a redirect that can be shown, for visitors or for members without a plan. */
function deadEnd(groups: readonly ContentGroup[], path: string): ContentGroup | undefined {
  for (const closed of [groups, groups.filter((group) => !group.allowAllMembers)]) {
    const closing = (at: string): ContentGroup | undefined => closed.find((group) => gatesPath(group, at))
    const first = closing(path)
    if (first && (!first.redirect || leadsRound((at) => closing(at)?.redirect, path))) return first
  }
  return undefined
}

/** Whether the page is empty for visitors. */
function hidesPage(page: Page, element: PageElement, value: string): boolean {
  const tag = page.tag(element)
  if (!value.trim() || value.startsWith('!')) return false
  if (tag !== 'main') return tag === 'html' || tag === 'body'
  // Content for everyone else can explain the empty page.
  return !page
    .carrying(content)
    .some((other) => page.attribute(other, content)?.startsWith('!') && !isInside(page, other, element))
}

function isInside(page: Page, element: PageElement, outer: PageElement): boolean {
  let at: PageElement | null = element
  while (at && at !== outer) at = page.parent(at)
  return at === outer
}

export const help: RuleHelp = {
  description:
    'Visitors who open this page from a link or a search engine see nothing. Send them to a page that they can see.',
  helpItems: [
    {
      title: 'The whole page is for members',
      description:
        'Remove the attribute. In the app’s settings, give the content group the URL of this page and a redirect. People without access are redirected immediately.',
    },
    {
      title: 'Only a part is for members',
      description: 'Put data-ms-content on that part. Next to it, explain what is hidden and how to get access.',
    },
    {
      title: 'I want to show something to visitors here',
      description:
        'Put a second block outside the first, with the opposite value: data-ms-content="!members" and a link to the login.',
    },
    {
      title: 'The group has a redirect',
      description: 'It leads to a gated page that redirects back here. Use a page that everyone can see.',
    },
  ],
}
