import { parseUrl } from '../../../contract/parse-url'
import { attributes } from '../../attributes'
import type { Page, PageElement } from './page'
import type { Rule, RuleHelp } from './rule'

const { action, dataRedirect, form, redirect, redirectOverride } = attributes

export const rule = {
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

export const help: RuleHelp = {
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
}
