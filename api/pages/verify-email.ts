import { html } from 'hono/html'
import { checkPassword } from '../domain/accounts/check-password'
import { findLinkOwner } from '../domain/accounts/find-link-owner'
import type { LinkOwner } from '../domain/accounts/find-link-owner'
import { confirmEmail, dropStranger } from '../domain/accounts/settle-verification'
import type { Services } from '../ports/services'
import { accountField } from './account-field'
import { layout } from './layout'
import type { Html } from './layout'
import type { Page } from './page'
import { whose } from './whose'

/**
 * Where a verification link leads. Opening it changes nothing. Who knows the password verifies the address and keeps the
 * account as it is; who does not can say so, and what a stranger set up stops working.
 */
export const verifyEmail: Page = async (services, { method, url, form, address }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('verificationTriesPerAddress', address)
  const owner = await findLinkOwner(services, 'verify-email', token)
  if (!owner) return unusableLink()
  if (owner.member.verified) return verified(owner)
  if (!form) return question(owner, token)
  return form.get('action') === 'not-me' ? stranger(services, owner) : verify(services, owner, token, form)
}

async function verify(services: Services, owner: LinkOwner, token: string, form: URLSearchParams): Promise<Response> {
  const { securityLog } = services
  if (!(await knowsPassword(services, owner, form.get('password') ?? ''))) {
    securityLog.write('password-refused', { ...whose(owner.member), reason: 'invalid-password' })
    return question(owner, token, true)
  }
  const { kept } = await confirmEmail(services.store, owner)
  securityLog.write('email-verified', whose(owner.member))
  if (!kept) securityLog.write('sessions-ended', whose(owner.member))
  return verified(owner, kept)
}

/** An account that has no password (any more) is proven by its mailbox alone. */
async function knowsPassword(services: Services, { member }: LinkOwner, password: string): Promise<boolean> {
  if (member.passwordHash === null) return true
  return checkPassword(services, member, password)
}

async function stranger({ store, clock, securityLog }: Services, owner: LinkOwner): Promise<Response> {
  const { takenBack } = await dropStranger(store, owner, clock.now())
  securityLog.write(takenBack ? 'email-change-undone' : 'account-disowned', whose(owner.member))
  if (takenBack) return freed(owner)
  securityLog.write('sessions-ended', whose(owner.member))
  return layout({
    title: 'Thank you for telling us',
    appName: owner.app.name,
    content: html`<p class="notice" role="status">
        Nobody is logged in to this account any more, and its password has been removed.
        ${owner.member.providers.length === 0 ? '' : `${nameProviders(owner)} no longer leads into it.`}
      </p>
      <p>
        You need not do anything else. If you want to use the account yourself, choose “Forgot password” on the site.
      </p>`,
  })
}

/** A member mistyped their new address: they have the old one again. */
function freed({ member, app }: LinkOwner): Promise<Response> {
  return layout({
    title: 'Thank you for telling us',
    appName: app.name,
    content: html`<p class="notice" role="status">
        <strong>${member.email}</strong> does not belong to an account at ${app.name} any more.
      </p>
      <p>You need not do anything else.</p>`,
  })
}

function question({ member, app }: LinkOwner, token: string, wrongPassword = false): Promise<Response> {
  return layout({
    title: wrongPassword ? 'The password is not right' : 'Verify your email address',
    appName: app.name,
    status: wrongPassword ? 400 : 200,
    content: html`<p>An account at ${app.name} was made with <strong>${member.email}</strong>.</p>
      <form method="post" action="/account/verify-email">
        <input type="hidden" name="token" value="${token}" />
        ${member.passwordHash === null ? '' : passwordField(member.email, wrongPassword)}
        <button name="action" value="verify">Verify email</button>
      </form>
      ${member.passwordHash === null ? '' : forgotten()}
      <hr />
      <h2>Not your account?</h2>
      <p>Then somebody else gave your address. We see to it that they cannot use it.</p>
      <form method="post" action="/account/verify-email">
        <input type="hidden" name="token" value="${token}" />
        <button class="quiet" name="action" value="not-me">This was not me</button>
      </form>`,
  })
}

function passwordField(email: string, wrong: boolean): Html {
  return html`${accountField(email)}
    <div class="field">
      <label for="password">Your password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        aria-describedby="password-hint"
        ${wrong ? html`aria-invalid="true"` : ''}
      />
      <p id="password-hint">
        ${wrong ? 'This is not the password of the account. Please try again.' : 'It shows that the account is yours.'}
      </p>
    </div>`
}

function forgotten(): Html {
  return html`<p class="note">
    You do not know it? Choose “Forgot password” on the site: the code that we mail you verifies your address too.
  </p>`
}

function verified({ member, app }: LinkOwner, kept = true): Promise<Response> {
  return layout({
    title: 'Your email address is verified',
    appName: app.name,
    content: html`<p class="notice" role="status"><strong>${member.email}</strong> is verified.</p>
      <p>${kept ? 'You can close this page.' : loggedOut({ member, app })}</p>`,
  })
}

/** Where no password could tell its owner from a stranger, what led into the account before the proof does no more. */
function loggedOut(owner: Pick<LinkOwner, 'member' | 'app'>): string {
  const out = 'You have been logged out everywhere.'
  if (owner.member.providers.length === 0) return `${out} Log in again on the site.`
  return `${out} To log in again, choose “Forgot password” on the site, or a code by email where the site offers it. Then connect ${nameProviders(owner)} again in your profile.`
}

const nameProviders = ({ member, app }: Pick<LinkOwner, 'member' | 'app'>): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
    member.providers.map((key) => app.authProviders.find(({ provider }) => provider === key)?.name ?? key),
  )

function unusableLink(): Promise<Response> {
  return layout({
    title: 'This link does not work any more',
    status: 410,
    content: html`<p>It was used already, replaced by a newer one, or is too old.</p>
      <p>If your address is not verified yet, log in on the site and ask for a new link there.</p>`,
  })
}
