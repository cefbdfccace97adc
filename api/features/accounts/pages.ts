import { html } from 'hono/html'
import * as v from 'valibot'
import { errors } from '../../../contract/errors'
import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { newPassword } from '../../../contract/schemas/fields'
import { layout, ofApp } from '../../http/page-kit'
import type { Html, Page } from '../../http/page-kit'
import type { Services } from '../../http/services'
import { ApiError, isErrorCode } from '../../lib/errors'
import type { Caller } from '../../lib/security-log'
import { lockMemberById, updateMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { deleteSessionsOfMember } from '../members/repository-sessions'
import { findLinkOwner, dropOpenCodes, completeVerification, dropStranger } from './codes'
import type { LinkOwner } from './codes'
import { findEmailChange, undoEmailChange } from './email-change'
import type { UndoableChange } from './email-change'
import { checkPassword } from './login'
import { markup, text } from './page-texts'
import { faultOfPassword } from './passwords'
import { consumeCode } from './repository'
import {
  deleteDevicesOfMember,
  deleteMemberTickets,
  deleteProviderResults,
  deleteSecondFactors,
} from './repository-sign-in'
import { completeReset, newReset, storeReset } from './reset'

/** A GET changes nothing; the password verifies the address. A reader without an account can report that, which revokes its credentials. */
export const verifyEmail: Page = async (services, { method, url, form, ipAddress }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('verificationTriesPerAddress', ipAddress)
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
  const hasProviders = owner.member.providers.length > 0
  return layout({
    title: text('disownedTitle'),
    ...ofApp(owner.app),
    content: html`<p class="notice" role="status">
        ${hasProviders ? text('disownedProviders', { providers: nameProviders(owner) }) : text('disowned')}
      </p>
      <p>${text('disownedNext')}</p>`,
  })
}

/** The member mistyped a new address and has the old one again. */
function freed({ member, app }: LinkOwner): Promise<Response> {
  return layout({
    title: text('disownedTitle'),
    ...ofApp(app),
    content: html`<p class="notice" role="status">${markup('freed', { email: bold(member.email), app: app.name })}</p>
      <p>${text('nothingToDo')}</p>`,
  })
}

function verificationQuestion({ member, app }: LinkOwner, token: string, wrongPassword = false): Promise<Response> {
  return layout({
    title: text(wrongPassword ? 'verifyWrongPassword' : 'verifyTitle'),
    ...ofApp(app),
    status: wrongPassword ? 400 : 200,
    content: html`<p>${markup('verifyIntro', { app: app.name, email: bold(member.email) })}</p>
      <form method="post" action="/account/verify-email">
        <input type="hidden" name="token" value="${token}" />
        ${member.passwordHash === null ? '' : passwordField(member.email, wrongPassword)}
        <button name="action" value="verify">${text('verifyButton')}</button>
      </form>
      ${member.passwordHash === null ? '' : forgotten()}
      <hr />
      <h2>${text('notYoursTitle')}</h2>
      <p>${text('notYours')}</p>
      <form method="post" action="/account/verify-email">
        <input type="hidden" name="token" value="${token}" />
        <button class="quiet" name="action" value="not-me">${text('notMe')}</button>
      </form>`,
  })
}

function passwordField(email: string, wrong: boolean): Html {
  return html`${accountField(email)}
    <div class="field">
      <label for="password">${text('password')}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        aria-describedby="password-hint"
        ${wrong ? html`aria-invalid="true"` : ''}
      />
      <p id="password-hint">${text(wrong ? 'passwordWrong' : 'passwordHint')}</p>
    </div>`
}

function forgotten(): Html {
  return html`<p class="note">${text('passwordForgotten')}</p>`
}

function verified({ member, app }: LinkOwner, kept = true): Promise<Response> {
  return layout({
    title: text('verifiedTitle'),
    ...ofApp(app),
    content: html`<p class="notice" role="status">${markup('verified', { email: bold(member.email) })}</p>
      <p>${kept ? text('closePage') : loggedOut({ member, app })}</p>`,
  })
}

/** The verification revoked all login methods. */
function loggedOut(owner: Pick<LinkOwner, 'member' | 'app'>): string {
  return owner.member.providers.length === 0
    ? text('loggedOut')
    : text('loggedOutProviders', { providers: nameProviders(owner) })
}

const nameProviders = ({ member, app }: Pick<LinkOwner, 'member' | 'app'>): string =>
  new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
    member.providers.map((key) => app.authProviders.find(({ provider }) => provider === key)?.name ?? key),
  )

function unusableVerificationLink(): Promise<Response> {
  return layout({
    title: text('linkUsed'),
    status: 410,
    content: html`<p>${text('linkReplaced')}</p>
      <p>${text('verifyLinkNew')}</p>`,
  })
}

/** A GET changes nothing. */
export const resetPassword: Page = async (services, { method, url, form, ipAddress }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('resetTriesPerAddress', ipAddress)
  const owner = await findLinkOwner(services, 'reset-password', token)
  if (!owner) services.securityLog.write('code-refused', { reason: 'link-over' })
  if (!owner) return unusableResetLink()
  return form ? reset(services, owner, token, form.get('newPassword') ?? '') : resetQuestion(owner, token)
}

async function reset(services: Services, owner: LinkOwner, token: string, chosen: string): Promise<Response> {
  const password = v.safeParse(newPassword, chosen, { abortPipeEarly: true })
  if (!password.success) return resetQuestion(owner, token, toSentence(password.issues[0].message))
  const { app, member } = owner
  const fault = await faultOfPassword(services, { app, mode: member.mode, email: member.email }, password.output)
  if (fault) return resetQuestion(owner, token, toSentence(fault))
  const passwordHash = await services.hasher.hash(password.output)
  await completeReset(services, owner.code, passwordHash)
  for (const event of ['password-reset', 'sessions-ended'] as const) services.securityLog.write(event, whose(member))
  return layout({
    title: text('resetDoneTitle'),
    ...ofApp(owner.app),
    content: html`<p class="notice" role="status">${text('resetDone')}</p>
      <p>${text('resetDoneNext')}</p>`,
  })
}

function toSentence(code: string): string {
  return errors[isErrorCode(code) ? code : 'invalid-password'].message
}

function resetQuestion({ member, app }: LinkOwner, token: string, problem?: string): Promise<Response> {
  return layout({
    title: text('resetTitle'),
    ...ofApp(app),
    status: problem ? 400 : 200,
    content: html`<form method="post" action="/account/reset-password">
      <input type="hidden" name="token" value="${token}" />
      ${accountField(member.email)} ${problem ? html`<p class="error" id="problem" role="alert">${problem}</p>` : ''}
      <div class="field">
        <label for="new-password">${text('newPassword')}</label>
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
        <p id="hint">${text('newPasswordHint', { count: PASSWORD_MIN_CHARS })}</p>
      </div>
      <button>${text('resetButton')}</button>
    </form>`,
  })
}

function unusableResetLink(): Promise<Response> {
  return layout({
    title: text('linkUsed'),
    status: 410,
    content: html`<p>${text('linkReplaced')}</p>
      <p>${text('resetLinkNew')}</p>`,
  })
}

/** Reverts an email change. A GET changes nothing. */
export const emailChanged: Page = async (services, { method, url, form, ipAddress }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('verificationTriesPerAddress', ipAddress)
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
    title: text('changedTitle'),
    ...ofApp(app),
    content: html`<p>${markup('changed', { email: bold(change.email), app: app.name })}</p>
      <p>${text('changedUndo')}</p>
      <form method="post" action="/account/email-changed">
        <input type="hidden" name="token" value="${token}" />
        <button>${text('notMe')}</button>
      </form>`,
  })
}

function revertedPage({ app, change }: UndoableChange): Promise<Response> {
  return layout({
    title: text('revertedTitle'),
    ...ofApp(app),
    content: html`<p class="notice" role="status">${markup('reverted', { email: bold(change.email) })}</p>
      <p>${text('revertedNext')}</p>`,
  })
}

function unusableUndoLink(): Promise<Response> {
  return layout({
    title: text('linkUsed'),
    status: 410,
    content: html`<p>${text('undoLinkUsed')}</p>`,
  })
}

const bold = (email: string): Html => html`<strong>${email}</strong>`

/** Shows the account; password managers need it as a field. */
function accountField(email: string): Html {
  return html`<div class="field">
    <label for="account">${text('email')}</label>
    <input id="account" name="username" type="email" autocomplete="username" value="${email}" readonly />
  </div>`
}

const whose = ({ id, appId, mode }: Pick<MemberRow, 'id' | 'appId' | 'mode'>): Caller => ({
  memberId: id,
  appId,
  mode,
})

/** "This was not me" in the mail about a new device. A GET changes nothing. */
export const notMe: Page = async (services, { method, url, form, ipAddress }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('verificationTriesPerAddress', ipAddress)
  const owner = await findLinkOwner(services, 'not-me', token)
  if (!owner) return layout({ title: text('linkUsed'), status: 410, content: html`<p>${text('notMeLinkUsed')}</p>` })
  if (!form) return question(owner, token)
  await endEverything(services, owner, ipAddress)
  const { id: memberId, appId, mode } = owner.member
  services.securityLog.write('sessions-ended', { memberId, appId, mode })
  return layout({
    title: text('notMeDoneTitle'),
    ...ofApp(owner.app),
    content: html`<p class="notice" role="status">${text('notMeDone')}</p>
      <p>${text('notMeNext')}</p>`,
  })
}

const question = ({ app, member }: LinkOwner, token: string): Promise<Response> =>
  layout({
    title: text('changedTitle'),
    ...ofApp(app),
    content: html`<p>${text('notMeIntro', { app: app.name, email: member.email })}</p>
      <form method="post" action="/account/not-me">
        <input type="hidden" name="token" value="${token}" />
        <button>${text('notMe')}</button>
      </form>`,
  })

/** Ends sessions and devices and removes the password, which someone else knows; the email sets a new one. */
async function endEverything(
  services: Services,
  { app, code, member: { id } }: LinkOwner,
  ipAddress: string,
): Promise<void> {
  await services.store.transaction(async (tx) => {
    const member = (await consumeCode(tx, code.id)) && (await lockMemberById(tx, id))
    if (!member) throw new ApiError('invalid-reset-code')
    await updateMemberById(tx, id, { passwordHash: null })
    await deleteSessionsOfMember(tx, id)
    await deleteDevicesOfMember(tx, id)
    await deleteMemberTickets(tx, id)
    await deleteProviderResults(tx, id)
    // What the other person set up since would still log them in, and lock the owner out.
    await deleteSecondFactors(tx, id, code.createdAt)
    await dropOpenCodes(tx, member)
    await storeReset(tx, newReset(services, app, member, { requestedFrom: ipAddress }))
    await tx.changes.memberEvent(id, 'member.sessions.ended')
  })
  services.mailWaiting()
}
