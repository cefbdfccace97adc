import { html } from 'hono/html'
import * as v from 'valibot'
import { errors } from '../../../contract/errors'
import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { newPassword } from '../../../contract/schemas/fields'
import { isErrorCode } from '../../domain/is-error-code'
import { layout } from '../../pages/layout'
import type { Html } from '../../pages/layout'
import type { Page } from '../../pages/page'
import type { Caller } from '../../ports/security-log'
import type { Services } from '../../ports/services'
import type { MemberRow } from '../../ports/store'
import { findLinkOwner } from './codes'
import type { LinkOwner } from './codes'
import { findEmailChange, undoEmailChange } from './email-change'
import type { UndoableChange } from './email-change'
import { checkPassword } from './login'
import { isTooCommon } from './passwords'
import { completeReset } from './reset'
import { completeVerification, dropStranger } from './verification'

/**
 * The page of a verification link; a GET changes nothing. The password verifies the address. A reader without an account can
 * report that, which revokes the account's credentials.
 */
export const verifyEmail: Page = async (services, { method, url, form, address }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('verificationTriesPerAddress', address)
  const owner = await findLinkOwner(services, 'verify-email', token)
  if (!owner) return unusableVerificationLink()
  if (owner.member.verified) return verified(owner)
  if (!form) return verificationQuestion(owner, token)
  return form.get('action') === 'not-me' ? stranger(services, owner) : verify(services, owner, token, form)
}

async function verify(services: Services, owner: LinkOwner, token: string, form: URLSearchParams): Promise<Response> {
  const { securityLog } = services
  if (!(await knowsPassword(services, owner, form.get('password') ?? ''))) {
    securityLog.write('password-refused', { ...whose(owner.member), reason: 'invalid-password' })
    return verificationQuestion(owner, token, true)
  }
  const { kept } = await completeVerification(services.store, owner)
  securityLog.write('email-verified', whose(owner.member))
  if (!kept) securityLog.write('sessions-ended', whose(owner.member))
  return verified(owner, kept)
}

/** Without a password, access to the mailbox is enough. */
async function knowsPassword(services: Services, { member }: LinkOwner, password: string): Promise<boolean> {
  if (member.passwordHash === null) return true
  return checkPassword(services, member, password)
}

async function stranger({ store, clock, securityLog }: Services, owner: LinkOwner): Promise<Response> {
  const { takenBack: isReverted } = await dropStranger(store, owner, clock.now())
  securityLog.write(isReverted ? 'email-change-undone' : 'account-disowned', whose(owner.member))
  if (isReverted) return freed(owner)
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

/** The member mistyped a new address and has the old one again. */
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

function verificationQuestion({ member, app }: LinkOwner, token: string, wrongPassword = false): Promise<Response> {
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

/** Shown when the verification revoked all login methods. */
function loggedOut(owner: Pick<LinkOwner, 'member' | 'app'>): string {
  const out = 'You have been logged out everywhere.'
  if (owner.member.providers.length === 0) return `${out} Log in again on the site.`
  return `${out} To log in again, choose “Forgot password” on the site, or a code by email where the site offers it. Then connect ${nameProviders(owner)} again in your profile.`
}

const nameProviders = ({ member, app }: Pick<LinkOwner, 'member' | 'app'>): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
    member.providers.map((key) => app.authProviders.find(({ provider }) => provider === key)?.name ?? key),
  )

function unusableVerificationLink(): Promise<Response> {
  return layout({
    title: 'This link does not work any more',
    status: 410,
    content: html`<p>It was used already, replaced by a newer one, or is too old.</p>
      <p>If your address is not verified yet, log in on the site and ask for a new link there.</p>`,
  })
}

/** The page of a reset link: a form for the new password. A GET changes nothing. */
export const resetPassword: Page = async (services, { method, url, form, address }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('resetTriesPerAddress', address)
  const owner = await findLinkOwner(services, 'reset-password', token)
  if (!owner) services.securityLog.write('code-refused', { reason: 'link-over' })
  if (!owner) return unusableResetLink()
  return form ? reset(services, owner, token, form.get('newPassword') ?? '') : resetQuestion(owner, token)
}

async function reset(services: Services, owner: LinkOwner, token: string, chosen: string): Promise<Response> {
  const password = v.safeParse(newPassword, chosen, { abortPipeEarly: true })
  if (!password.success) return resetQuestion(owner, token, toSentence(password.issues[0].message))
  const { app, member } = owner
  if (await isTooCommon({ app, mode: member.mode, email: member.email }, password.output))
    return resetQuestion(owner, token, toSentence('password-too-common'))
  const passwordHash = await services.hasher.hash(password.output)
  await completeReset(services, owner.code, passwordHash)
  for (const event of ['password-reset', 'sessions-ended'] as const) services.securityLog.write(event, whose(member))
  return layout({
    title: 'Password reset',
    appName: owner.app.name,
    content: html`<p class="notice" role="status">Your password has been reset. Please login.</p>
      <p>You have been logged out everywhere. You can close this page.</p>`,
  })
}

function toSentence(code: string): string {
  return errors[isErrorCode(code) ? code : 'invalid-password'].message
}

function resetQuestion({ member, app }: LinkOwner, token: string, problem?: string): Promise<Response> {
  return layout({
    title: 'Choose a new password',
    appName: app.name,
    status: problem ? 400 : 200,
    content: html`<form method="post" action="/account/reset-password">
      <input type="hidden" name="token" value="${token}" />
      ${accountField(member.email)} ${problem ? html`<p class="error" id="problem" role="alert">${problem}</p>` : ''}
      <div class="field">
        <label for="new-password">New password</label>
        <input
          id="new-password"
          name="newPassword"
          type="password"
          autocomplete="new-password"
          required
          minlength="${PASSWORD_MIN_CHARS}"
          aria-describedby="${problem ? 'problem ' : ''}hint"
          ${problem ? html`aria-invalid="true"` : ''}
        />
        <p id="hint">At least ${PASSWORD_MIN_CHARS} characters.</p>
      </div>
      <button>Set new password</button>
    </form>`,
  })
}

function unusableResetLink(): Promise<Response> {
  return layout({
    title: 'This link does not work any more',
    status: 410,
    content: html`<p>It was used already, replaced by a newer one, or is too old.</p>
      <p>Choose “Forgot password” on the site to get a new one.</p>`,
  })
}

/** The page that reverts an email change. A GET changes nothing. */
export const emailChanged: Page = async (services, { method, url, form, address }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('verificationTriesPerAddress', address)
  const found = await findEmailChange(services, token)
  if (!found) return unusableUndoLink()
  if (!form) return undoQuestion(found, token)
  if (!(await undoEmailChange(services, found))) return unusableUndoLink()
  const { memberId: id, appId, mode } = found.change
  for (const event of ['email-change-undone', 'sessions-ended'] as const)
    services.securityLog.write(event, whose({ id, appId, mode }))
  return revertedPage(found)
}

function undoQuestion({ app, change }: UndoableChange, token: string): Promise<Response> {
  return layout({
    title: 'Was this not you?',
    appName: app.name,
    content: html`<p>The account of <strong>${change.email}</strong> at ${app.name} was given another address.</p>
      <p>If that was not you, take it back: everybody is logged out, and you choose a new password.</p>
      <form method="post" action="/account/email-changed">
        <input type="hidden" name="token" value="${token}" />
        <button>This was not me</button>
      </form>`,
  })
}

function revertedPage({ app, change }: UndoableChange): Promise<Response> {
  return layout({
    title: 'The account is yours again',
    appName: app.name,
    content: html`<p class="notice" role="status">
        Its address is <strong>${change.email}</strong> again. Nobody is logged in, and the password has been removed.
      </p>
      <p>Choose “Forgot password” on the site now to set a new one.</p>`,
  })
}

function unusableUndoLink(): Promise<Response> {
  return layout({
    title: 'This link does not work any more',
    status: 410,
    content: html`<p>It was used already, or is too old. If you cannot get into your account, write to the site.</p>`,
  })
}

/** Shows the account; password managers need it as a field. */
function accountField(email: string): Html {
  return html`<div class="field">
    <label for="account">Email</label>
    <input id="account" name="username" type="email" autocomplete="username" value="${email}" readonly />
  </div>`
}

/** The member of a mailed link, for the security log. */
const whose = ({ id, appId, mode }: Pick<MemberRow, 'id' | 'appId' | 'mode'>): Caller => ({
  memberId: id,
  appId,
  mode,
})
