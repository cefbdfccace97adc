import { attributes, installAttributes } from '../../attributes'
import { formsOfKind, sendsForm } from './elements'
import type { Rule, RuleHelp } from './rule'
import { parseUrl } from '../../../contract/parse-url'
import type { Page, PageElement } from './page'
import type { ContentGroup } from '../../../contract/entities'
import { gatesPath } from '../../../contract/gated-paths'
import { leadsRound } from '../../lib/gated-paths'

export const missingRedirect = {
  id: 'missing-redirect',
  severity: 'warning',
  attribute: 'data-ms-form="forgot-password"',
  title: 'Forgot-password form without a redirect',
  *check(page) {
    // It also works on the submit button. An empty one has its own rule.
    const wishes = page.carrying(attributes.redirectOverride)
    const led = new Set(wishes.map((element) => (sendsForm(page, element) ? page.formOf(element) : element)))
    for (const form of formsOfKind(page, 'forgot-password')) {
      const leads =
        page.attribute(form, attributes.redirect) || page.attribute(form, attributes.dataRedirect) || led.has(form)
      yield leads ? undefined : { element: form }
    }
  },
} as const satisfies Rule

const { action, dataRedirect, form, redirect, redirectOverride } = attributes

export const redirectToAnotherSite = {
  id: 'redirect-to-another-site',
  severity: 'error',
  attribute: redirect,
  title: 'Redirect to another site',
  own: true,
  *check(page) {
    for (const element of new Set([...page.carrying(form), ...page.carrying(action)]))
      for (const name of [redirect, dataRedirect]) yield blocked(page, element, name)
    for (const element of page.carrying(redirectOverride)) yield blocked(page, element, redirectOverride)
  },
} as const satisfies Rule

function blocked(page: Page, element: PageElement, name: string) {
  const value = page.attribute(element, name)?.trim() ?? ''
  const target = parseUrl(value, NO_SITE)
  if (!value || !target || target.origin === new URL(NO_SITE).origin || isOwn(page, target)) return undefined
  const where = page.origin === null && target.host !== '' ? ` unless the page is on ${target.host}` : ''
  return { element, message: `${name}="${value}" leads to another site. The widget blocks it${where}.` }
}

/** A base for relative URLs that no page can have. */
const NO_SITE = 'https://page.invalid'

/** A file does not say on which site it will be, but the app may list its domains. */
function isOwn({ app, origin }: Page, target: URL): boolean {
  if (origin !== null) return target.origin === origin
  return /^https?:$/.test(target.protocol) && (app.privateIds?.liveDomains.includes(target.hostname) ?? false)
}

const { content } = attributes
const { pageGate } = installAttributes

export const gatedPageWithoutRedirect = {
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

/** By the ID of the rule. */
export const help: Readonly<Record<string, RuleHelp>> = {
  'missing-redirect': {
    description:
      'This form emails a code. Without a redirect, members stay on this page and may not find where to enter it.',
    helpItems: [
      {
        title: 'How do I fix it?',
        description: 'Set redirect="…" on the form to the URL of the page with data-ms-form="reset-password".',
      },
      {
        title: 'Both forms are on this page',
        description: 'Use the ID of the second form: redirect="#new-password". The page stays and scrolls to it.',
      },
    ],
  },
  'redirect-to-another-site': {
    description:
      'After a login, a sign-up or a logout, the widget only goes to pages of the same site. It blocks this URL, so people stay where they are.',
    helpItems: [
      {
        title: 'The page is on my site',
        description:
          'Write only its path: redirect="/welcome.html". It then works on every domain of the site, also in Test Mode.',
      },
      {
        title: 'I want to send members to another site',
        description:
          'Redirect to a page of this site, and put a link on it. Redirects stay on the site, so that a forged link can’t send members from your login to a copy of your site.',
      },
    ],
  },
  'gated-page-without-redirect': {
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
  },
}
