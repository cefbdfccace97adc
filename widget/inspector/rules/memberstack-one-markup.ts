import { PLAN_ID_PREFIX, PRICE_ID_PREFIX } from '../../../contract/limits'
import { appIdOfMemberstack1, choiceAttributes, MEMBERSTACK_1_APP, memberstack1 } from '../../attributes'
import type { Page, PageElement } from './page'
import type { Finding, Rule, RuleHelp } from './rule'

/** The attributes of today, as a suggestion. */
const replacements: Record<(typeof memberstack1)[keyof typeof memberstack1], string> = {
  'ms-login': 'data-ms-form="login" on a form, data-ms-modal="login" elsewhere',
  'ms-signup': 'data-ms-form="signup" on a form, data-ms-modal="signup" elsewhere',
  'ms-forgot': 'data-ms-form="forgot-password" on a form, data-ms-modal="forgot-password" elsewhere',
  'ms-profile': 'data-ms-form="profile" on a form, data-ms-modal="profile" elsewhere',
  'ms-logout': 'data-ms-action="logout"',
  'data-ms-logout': 'data-ms-action="logout"',
  'ms-field': 'data-ms-member',
  'ms-data': 'data-ms-member',
  'ms-content': 'data-ms-content',
  'ms-hide-element': 'data-ms-content="!members"',
  'ms-member-page': 'data-ms-action="login-redirect"',
  'ms-membership': 'data-ms-plan:add or data-ms-price:add',
  'data-ms-membership': 'data-ms-plan:add or data-ms-price:add',
  'ms-plan': 'data-ms-plan:add or data-ms-price:add',
}

const links: Readonly<Record<string, string>> = {
  login: 'data-ms-modal="login"',
  signup: 'data-ms-modal="signup"',
  profile: 'data-ms-modal="profile"',
  'password-reset': 'data-ms-modal="forgot-password"',
  'forgot-password': 'data-ms-modal="forgot-password"',
  logout: 'data-ms-action="logout"',
  'member-page': 'data-ms-action="login-redirect"',
  membership: 'data-ms-action="login-redirect"',
  content: 'data-ms-content',
}

export const memberstackOneMarkup = {
  id: 'memberstack-one-markup',
  severity: 'warning',
  attribute: 'ms-…',
  title: 'Markup of Memberstack 1.0',
  own: true,
  *check(page) {
    for (const element of page.carrying(MEMBERSTACK_1_APP)) {
      const id = page.attribute(element, MEMBERSTACK_1_APP) ?? ''
      const now = `data-memberstack-app="${appIdOfMemberstack1(id)}"`
      yield { element, message: `${MEMBERSTACK_1_APP} still names the app. Use ${now}.` }
    }
    for (const [name, replacement] of Object.entries(replacements)) {
      for (const element of page.carrying(name)) yield { element, message: `${name} still works. Use ${replacement}.` }
    }
    for (const { element, link, verb } of linksOf(page)) {
      const replacement = Object.hasOwn(links, verb) ? links[verb] : undefined
      if (link === '') yield
      else if (replacement) yield { element, message: `${link} still works. Use ${replacement}.` }
      else yield { element, message: `${link} has no effect.`, severity: 'error' }
    }
  },
} as const satisfies Rule

interface OldLink {
  element: PageElement
  /** `#/ms/signup`; '' for other URLs. */
  link: string
  verb: string
  id: string
}

const linksOf = (page: Page): OldLink[] =>
  [...page.tagged('a'), ...page.tagged('form')].map((element) => {
    const url = page.attribute(element, page.tag(element) === 'a' ? 'href' : 'action') ?? ''
    const [, link = '', verb = '', id = ''] = /(#\/ms\/([a-z-]*))\/?([^/?#]*)/.exec(url) ?? []
    return { element, link, verb, id }
  })

/** Memberships that the app lacks. In a browser, the layer for such pages has written the plan's own attribute. */
export function* unknownMemberships(page: Page): Generator<Finding | undefined, void> {
  const ids = new Set(page.app.plans.flatMap(({ id, prices }) => [id, ...prices.map((price) => price.id)]))
  const named = [memberstack1.membership, memberstack1.dataMembership, memberstack1.plan].flatMap((name) =>
    page.carrying(name).map((element) => ({ element, id: page.attribute(element, name)?.trim() ?? '' })),
  )
  const linked = linksOf(page).filter(({ verb }) => verb === 'signup' || verb === 'membership')
  for (const { element, id } of [...named, ...linked]) {
    const isKnown = /^(redirect)?$/.test(id) || ['', PLAN_ID_PREFIX, PRICE_ID_PREFIX].some((one) => ids.has(one + id))
    const isTranslated = choiceAttributes.some((name) => page.attribute(element, name) !== null)
    yield isKnown || isTranslated ? undefined : { element, message: `This app has no plan or price "${id}".` }
  }
}

export const help: Readonly<Record<string, RuleHelp>> = {
  'memberstack-one-markup': {
    description:
      'This page was written for Memberstack 1.0. A part of the widget runs its old attributes and links, so most of it works unchanged.',
    helpItems: [
      {
        title: 'Do I have to change it?',
        description:
          'No. Change it when you edit the page: the attributes of today have more values, and the inspector checks only those.',
      },
      {
        title: 'An old ID does nothing',
        description:
          'An ID of Memberstack 1.0 is found if the plan here has the same ID after pln_, or the price after prc_. The console names the ID that is missing.',
      },
    ],
  },
}
