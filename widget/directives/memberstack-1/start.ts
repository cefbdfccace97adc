import { attributes, memberstack1, memberstack1Form, memberstack1Markup, withAttribute } from '../../attributes'
import { isTag, unclobbered } from '../../lib/dom'
import { domParsed } from '../../lib/page-lifecycle'
import { emptyCart } from '../../storage/pending'
import { storeMemberstack1Record } from '../../storage/session'
import { $app, $readiness, waitUntilReady } from '../../stores/app'
import { $member } from '../../stores/identity'
import { $modalRequest } from '../../stores/modal'
import type { Member } from '../../public'
import { createMemberstack1, type Memberstack1, type Memberstack1Page, propertiesOf } from './client'
import { choiceOf, meaningOf, verbOf } from './markup'

export interface Memberstack1Layer {
  memberStack: Memberstack1
  /** Before the page's listeners see a click on a link. */
  press(link: HTMLElement, event: Event): void
  /** Does what the form's action says instead of sending the form. */
  submit(form: HTMLFormElement, event: Event): void
  /** Does what the page's URL says, such as `#/ms/login`. */
  followHash(): void
}

/**
 * Runs a page of Memberstack 1.0: writes our attributes for its markup beside it, and offers
 * `window.MemberStack`. Attributes that the element has already are never changed.
 * @param signal stops it
 */
export function startMemberstack1(page: Memberstack1Page, signal: AbortSignal): Memberstack1Layer {
  const { document, window, flush } = page
  const translate = createTranslation()
  const readPage = (): void => {
    for (const element of unclobbered(document).querySelectorAll(memberstack1Markup)) translate(element)
    if (document.readyState !== 'loading') unclobbered(document).querySelectorAll(FORMS).forEach(keyFields)
  }
  const observer = new window.MutationObserver(readPage)
  observer.observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: [...Object.values(memberstack1), 'href', 'action'],
  })
  const stops = [
    $app.listen(readPage),
    $member.listen(readPage),
    $member.subscribe(() => storeRecord(window)),
    offerPortalExit(document),
  ]
  signal.addEventListener('abort', () => {
    observer.disconnect()
    for (const stop of stops) stop()
  })
  readPage()
  void domParsed(document).then(() => !signal.aborted && readPage())
  return {
    memberStack: createMemberstack1(page, readPage),
    press(link, event) {
      translate(link)
      const needsApp = verbOf(link.getAttribute('href') ?? '')?.id && $readiness.get() === 'waiting'
      if (!needsApp) return flush()
      event.preventDefault()
      event.stopImmediatePropagation()
      void waitUntilReady().then(() => !signal.aborted && link.click())
    },
    submit(form, event) {
      event.preventDefault()
      const action = unclobbered(form).getAttribute('action') ?? ''
      void waitUntilReady().then(() => !signal.aborted && createLink(document, action, (link) => link.click()))
    },
    followHash: () => void followHash(page, translate),
  }
}

/**
 * What scripts of Memberstack 1.0 read in `localStorage.memberstack`. A logout removes it, on any page; a visitor has
 * none, because scripts take any record for a login.
 */
function storeRecord(window: Window): void {
  const member = $member.get()
  if (member) storeMemberstack1Record(window, JSON.stringify(recordOf(member)))
}

function recordOf(member: Member): Record<string, unknown> {
  const { id, auth, customFields, loginRedirect } = member
  const isAllowed = [{ access: true }]
  if ($app.get()?.storedMember) return { information: { id }, protected: isAllowed }
  const { membership } = propertiesOf(member)
  const information = { ...customFields, id, email: auth.email }
  return { email: auth.email, membership, loginRedirect, information, protected: isAllowed }
}

/**
 * The button that closed the profile in Memberstack 1.0. Scripts listen to its clicks to show what the member changed;
 * ours is in a shadow root.
 * @returns removes it
 */
function offerPortalExit(document: Document): () => void {
  const exit = document.createElement('button')
  exit.className = 'ms-portal-exit'
  exit.type = 'button'
  exit.hidden = true
  // The body may not be parsed yet.
  document.documentElement.append(exit)
  const stop = $modalRequest.listen((request, before) => {
    if (before?.name === 'PROFILE' && request?.name !== 'PROFILE') exit.click()
  })
  return () => {
    stop()
    exit.remove()
  }
}

/** A link on the page while it is used. */
function createLink(document: Document, href: string, use: (link: HTMLElement) => void): void {
  const link = document.createElement('a')
  link.setAttribute('href', href)
  link.hidden = true
  document.body.append(link)
  use(link)
  link.remove()
}

const FORMS = [
  ...[memberstack1.login, memberstack1.signup].map((name) => `form[${name}]`),
  ...['login', 'signup', 'password-reset', 'forgot-password'].map(memberstack1Form),
].join()

/** Writes an element's meaning; what it wrote earlier follows the app and the member. */
function createTranslation(): (element: Element) => void {
  const written = new WeakMap<Element, Map<string, string>>()
  return (element) => {
    const own = unclobbered(element)
    const mine = written.get(element) ?? new Map<string, string>()
    const meaning = new Map(Object.entries(meaningOf(element, { app: $app.get(), member: $member.get() })))
    for (const [name, value] of mine) {
      if (meaning.get(name) === value) continue
      mine.delete(name)
      if (own.getAttribute(name) === value) own.removeAttribute(name)
    }
    for (const [name, value] of meaning) {
      if (own.hasAttribute(name)) continue
      mine.set(name, value)
      own.setAttribute(name, value)
    }
    if (mine.size > 0) written.set(element, mine)
  }
}

/** A form of Memberstack 1.0 without `ms-field` has one field for the email and one for the password. */
function keyFields(form: Element): void {
  if (!isTag(form, 'form')) return
  const fields = [...unclobbered(form).elements].filter((field) => isTag(field, 'input'))
  const key = (value: 'email' | 'password'): void => {
    if (fields.some((field) => field.getAttribute(attributes.member) === value)) return
    const isNamed = (field: HTMLInputElement): boolean => field.name.toLowerCase() === value
    const found = fields.find(({ type }) => type === value) ?? fields.find(isNamed)
    if (found && !found.hasAttribute(attributes.member)) found.setAttribute(attributes.member, value)
  }
  key('email')
  key('password')
}

/** Acts on what follows `#/ms/` in the page's URL. */
async function followHash(
  { document, window, flush }: Memberstack1Page,
  translate: (link: Element) => void,
): Promise<void> {
  const { hash, pathname, search } = window.location
  const link = verbOf(hash)
  if (!link) return
  // A reload must not do it again.
  window.history.replaceState(window.history.state, '', pathname + search)
  await Promise.all([domParsed(document), waitUntilReady()])
  const isMember = !!$member.get()
  if (link.verb === 'signup' && !isMember && document.querySelector(SIGNUP_FORM))
    return applyToForms(document, window, link.id)
  if ((link.verb === 'logout' || link.verb === 'profile') && !isMember) return
  if (link.verb === 'login' && isMember) return
  createLink(document, `#/ms/${link.verb}${link.id && `/${link.id}`}`, (press) => {
    translate(press)
    flush()
    // Otherwise a link without an effect, such as that of a member without a page, sets the same hash again.
    press.removeAttribute('href')
    press.click()
  })
}

const SIGNUP_FORM = withAttribute(attributes.form, 'signup')

/** A link to `/join#/ms/signup/…` names the plan of the form there. */
function applyToForms(document: Document, window: Window, id: string): void {
  const choice = choiceOf(id, { app: $app.get(), member: null })
  if (!choice) return
  emptyCart(window)
  for (const form of document.querySelectorAll(SIGNUP_FORM)) {
    for (const [name, value] of Object.entries(choice)) if (!form.hasAttribute(name)) form.setAttribute(name, value)
  }
}
