import type { App, Member } from '../../../contract/entities'
import { PLAN_ID_PREFIX, PRICE_ID_PREFIX } from '../../../contract/limits'
import { type AttributeName, attributes, type memberstack1 } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'
import { reportProblem } from '../../lib/errors'
import { isField } from '../forms/field'

/** Our attributes with the same meaning. */
type Meaning = Partial<Record<AttributeName, string>>

interface Known {
  /** Null while unknown. */
  app: App | null
  member: Member | null | undefined
}

/** Translates one old attribute of an element. A membership needs the app. */
type Row = (element: Element, value: string, known: Known, verb?: string) => Meaning

/** A form, or what opens a modal. A link to a page of the site stays one. */
const formOrModal =
  (name: string): Row =>
  (element) => {
    if (isTag(element, 'form')) return { [attributes.form]: name }
    return isPlaceholder(element) ? { [attributes.modal]: name } : {}
  }

const always =
  (meaning: Meaning): Row =>
  () =>
    meaning

const shownValue: Row = (element, value) =>
  element.firstElementChild === null && value !== '' ? { [attributes.member]: value } : {}

const LOGIN_REDIRECT = { [attributes.action]: 'login-redirect' }
const LOGOUT = { [attributes.action]: 'logout' }
/** On a page or link: the page that the member's plan leads to. */
const REDIRECT = 'redirect'

const membership: Row = (element, value, known) => {
  if (value === REDIRECT) return LOGIN_REDIRECT
  const choice = choiceOf(value, known)
  if (choice || !known.app) return choice ?? {}
  warnOfMembership(element, value)
  // The server refuses an unknown plan, so no one signs up for less than the button says.
  return isTag(element, 'form') && unclobbered(element).hasAttribute(attributes.form) ? {} : planChoice(value)
}

const rows: Record<(typeof memberstack1)[keyof typeof memberstack1], Row> = {
  'ms-login': formOrModal('login'),
  'ms-signup': formOrModal('signup'),
  'ms-forgot': formOrModal('forgot-password'),
  'ms-profile': formOrModal('profile'),
  'ms-logout': always(LOGOUT),
  'data-ms-logout': always(LOGOUT),
  'ms-field': (element, value, known) =>
    element.matches('input,select,textarea') ? { [attributes.member]: value } : shownValue(element, value, known),
  'ms-data': shownValue,
  'ms-content': (_element, value) => (value === '' ? {} : { [attributes.content]: value }),
  // The gate's style sheet hides it from members.
  'ms-hide-element': always({}),
  'ms-member-page': always(LOGIN_REDIRECT),
  'ms-membership': membership,
  'data-ms-membership': membership,
  'ms-plan': membership,
}

/** Links by what follows `#/ms/`. */
const links: Record<string, Row> = {
  login: always({ [attributes.modal]: 'login' }),
  signup: (element, id, known) => ({
    // A link to another page leads to the sign-up form there.
    ...(isPlaceholder(element) && { [attributes.modal]: 'signup' }),
    ...(id && membership(element, id, known)),
  }),
  profile: always({ [attributes.modal]: 'profile' }),
  logout: always(LOGOUT),
  'password-reset': always({ [attributes.modal]: 'forgot-password' }),
  'forgot-password': always({ [attributes.modal]: 'forgot-password' }),
  'member-page': always(LOGIN_REDIRECT),
  membership: (element, id, known) => (id ? membership(element, id, known) : {}),
  content: (_element, id) => (id ? { [attributes.content]: id } : {}),
}

/** The verb and the ID in `#/ms/signup/pln_free`; null for other URLs. */
export function verbOf(href: string): { verb: string; id: string } | null {
  const [, verb = '', id = ''] = /#\/ms\/([a-z-]+)\/?([^/?#]*)/.exec(href) ?? []
  return Object.hasOwn(links, verb) ? { verb, id } : null
}

/** Our attributes for an element's old markup. */
export function meaningOf(element: Element, known: Known): Meaning {
  const own = unclobbered(element)
  const meaning: Meaning = {}
  for (const [name, row] of Object.entries(rows)) {
    const value = own.getAttribute(name)?.trim()
    if (value !== undefined && value !== 'false') Object.assign(meaning, row(element, value, known))
  }
  const isForm = isTag(element, 'form')
  const link = verbOf(own.getAttribute(isForm ? 'action' : 'href') ?? '')
  if (!link) return meaning
  const row = isForm ? actionOf : links[link.verb]
  return { ...row?.(element, link.id, known, link.verb), ...meaning }
}

const formOfVerb = new Map<string, string>([
  ['login', 'login'],
  ['signup', 'signup'],
  ['profile', 'profile'],
  ['password-reset', 'forgot-password'],
  ['forgot-password', 'forgot-password'],
])

/** A form to fill in. One with a button only acts as a link when it is sent. */
const actionOf: Row = (element, id, known, verb = '') => {
  const kind = formOfVerb.get(verb)
  const hasFields = isTag(element, 'form') && [...unclobbered(element).elements].some(isTyped)
  if (!kind || !hasFields) return {}
  return { [attributes.form]: kind, ...(verb === 'signup' && id && membership(element, id, known)) }
}

const isTyped = (field: Element): boolean => isField(field) && field.type !== 'hidden'

const isPlaceholder = (link: Element): boolean =>
  /^(#|$|javascript:)/i.test(unclobbered(link).getAttribute('href')?.trim() ?? '')

/**
 * The plan or price with an ID of Memberstack 1.0: the ID itself, or the same with our prefix. A membership
 * had one price; a new one replaces the current one.
 * @returns null if the app has neither
 */
export function choiceOf(id: string, { app, member }: Known): Meaning | null {
  const ids = new Set([id, PLAN_ID_PREFIX + id, PRICE_ID_PREFIX + id])
  for (const { id: planId, prices } of app?.plans ?? []) {
    const named = prices.find((price) => ids.has(price.id))
    if (!named && !ids.has(planId)) continue
    const price = named ?? prices.find(({ status }) => status === 'ACTIVE') ?? prices[0]
    if (!price) return planChoice(planId)
    const pays = member?.planConnections.some(({ active, payment }) => active && payment !== null)
    return { [pays ? attributes.priceUpdate : attributes.priceAdd]: price.id }
  }
  return null
}

const planChoice = (id: string): Meaning => ({
  [attributes.planUpdate]: id.startsWith(PLAN_ID_PREFIX) ? id : PLAN_ID_PREFIX + id,
})

const warned = new Set<string>()

function warnOfMembership(element: Element, id: string): void {
  if (warned.has(id)) return
  warned.add(id)
  const wanted = `${PLAN_ID_PREFIX}${id.replace(PLAN_ID_PREFIX, '')}`
  reportProblem(
    'warn',
    `The app has no plan or price "${id}". Give the plan the ID ${wanted}, or change the page.`,
    element,
  )
}
