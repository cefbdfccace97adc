import { html } from 'hono/html'
import { layout, ofApp } from '../../http/page-kit'
import type { Html, Page } from '../../http/page-kit'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { checkPassword } from '../accounts/login'
import { markup, text } from '../accounts/page-texts'
import { confirmPendingEmail, findPendingChange, needsProof } from '../accounts/email-change'
import type { PendingChange } from '../accounts/email-change'
import { deletePendingEmail } from '../accounts/repository-sign-in'
import { reauthenticationMethods } from '../accounts/step-up'
import { matchCode } from './login'

/** What the page can ask for. Passkeys belong to the customer's domain, so they do not work here. */
type PageProof = 'none' | 'password' | 'code' | 'elsewhere'

/** The link in the mail to a new email. A GET changes nothing. */
export const confirmEmail: Page = async (services, { method, url, form, ipAddress }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('verificationTriesPerAddress', ipAddress)
  const change = await findPendingChange(services, token)
  if (!change) return unusableLink()
  const proof = await proofOf(services, change)
  if (!form) return question(change, token, proof)
  if (form.get('action') === 'not-me') return cancel(services, change)
  if (!(await isProven(services, change, proof, form))) return question(change, token, proof, true)
  return confirm(services, change)
}

async function proofOf({ store }: Services, change: PendingChange): Promise<PageProof> {
  if (!needsProof(change)) return 'none'
  const methods = await reauthenticationMethods(store, change.member)
  if (methods.includes('totp')) return 'code'
  return methods.includes('password') ? 'password' : 'elsewhere'
}

/** Wrong codes and passwords have the limits of a logged-in member's. */
async function isProven(
  services: Services,
  { member, app }: PendingChange,
  proof: PageProof,
  form: URLSearchParams,
): Promise<boolean> {
  if (proof === 'none' || proof === 'elsewhere') return proof === 'none'
  await services.rateLimiter.take('stepUpsPerSession', `confirm-email ${member.id}`)
  const typed = form.get(proof) ?? ''
  const isRight =
    proof === 'password'
      ? await checkPassword(services, member, typed)
      : (await matchCode(services, member, typed)) !== null
  if (!isRight)
    services.securityLog.write('password-refused', {
      memberId: member.id,
      appId: app.id,
      mode: member.mode,
      reason: proof === 'password' ? 'invalid-password' : 'invalid-second-factor',
    })
  return isRight
}

async function confirm(services: Services, change: PendingChange): Promise<Response> {
  const { member, app, pending } = change
  try {
    if (!(await confirmPendingEmail(services, change))) return await unusableLink()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'email-already-in-use') return unusableLink()
    throw error
  }
  services.securityLog.write('email-changed', { memberId: member.id, appId: app.id, mode: member.mode })
  return layout({
    title: text('confirmedTitle'),
    ...ofApp(app),
    content: html`<p class="notice" role="status">
        ${markup('confirmed', { email: bold(pending.email), app: app.name })}
      </p>
      <p>${text('closePage')}</p>`,
  })
}

async function cancel({ store }: Services, { member, app }: PendingChange): Promise<Response> {
  await deletePendingEmail(store, member.id)
  return layout({
    title: text('disownedTitle'),
    ...ofApp(app),
    content: html`<p class="notice" role="status">${text('confirmCanceled')}</p>
      <p>${text('nothingToDo')}</p>`,
  })
}

function question(change: PendingChange, token: string, proof: PageProof, isWrong = false): Promise<Response> {
  const { member, app, pending } = change
  const emails = { old: bold(member.email), email: bold(pending.email), app: app.name }
  return layout({
    title: text(isWrong ? 'confirmWrong' : 'confirmTitle'),
    ...ofApp(app),
    status: isWrong ? 400 : 200,
    content: html`<p>${markup('confirmIntro', emails)}</p>
      ${proof === 'elsewhere' ? html`<p>${text('confirmElsewhere')}</p>` : confirmForm(token, proof, isWrong)}
      <hr />
      <h2>${text('notYoursTitle')}</h2>
      <p>${text('confirmNotYours')}</p>
      <form method="post" action="/confirm-email">
        <input type="hidden" name="token" value="${token}" />
        <button class="quiet" name="action" value="not-me">${text('notMe')}</button>
      </form>`,
  })
}

const confirmForm = (token: string, proof: PageProof, isWrong: boolean): Html =>
  html`<form method="post" action="/confirm-email">
    <input type="hidden" name="token" value="${token}" />
    ${proof === 'none' ? '' : proofField(proof === 'password', isWrong)}
    <button name="action" value="confirm">${text('confirmButton')}</button>
  </form>`

const proofField = (isPassword: boolean, isWrong: boolean): Html =>
  html`<div class="field">
    <label for="proof">${text(isPassword ? 'password' : 'confirmCode')}</label>
    <input
      id="proof"
      name="${isPassword ? 'password' : 'code'}"
      type="${isPassword ? 'password' : 'text'}"
      autocomplete="${isPassword ? 'current-password' : 'one-time-code'}"
      required
      aria-describedby="proof-hint"
      ${isWrong ? html`aria-invalid="true"` : ''}
    />
    <p id="proof-hint">${text(isWrong ? 'confirmTryAgain' : 'passwordHint')}</p>
  </div>`

function unusableLink(): Promise<Response> {
  return layout({
    title: text('linkUsed'),
    status: 410,
    content: html`<p>${text('linkReplaced')}</p>
      <p>${text('confirmLinkNew')}</p>`,
  })
}

const bold = (email: string): Html => html`<strong>${email}</strong>`
