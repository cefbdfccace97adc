import { html } from 'hono/html'
import * as v from 'valibot'
import { errors } from '../../contract/errors'
import { PASSWORD_MIN_CHARS } from '../../contract/limits'
import { newPassword } from '../../contract/schemas/fields'
import { completeReset } from '../domain/accounts/complete-reset'
import { isTooCommon } from '../domain/accounts/require-uncommon-password'
import { findLinkOwner } from '../domain/accounts/find-link-owner'
import type { LinkOwner } from '../domain/accounts/find-link-owner'
import { isErrorCode } from '../lib/errors'
import type { Services } from '../ports/services'
import { accountField } from './account-field'
import { whose } from './whose'
import { layout } from './layout'
import type { Page } from './page'

/** Where the link of a reset mail leads: a form for the new password. Opening it changes nothing. */
export const resetPassword: Page = async (services, { method, url, form, address }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('resetTriesPerAddress', address)
  const owner = await findLinkOwner(services, 'reset-password', token)
  if (!owner) services.securityLog.write('code-refused', { reason: 'link-over' })
  if (!owner) return unusableLink()
  return form ? reset(services, owner, token, form.get('newPassword') ?? '') : question(owner, token)
}

async function reset(services: Services, owner: LinkOwner, token: string, chosen: string): Promise<Response> {
  const password = v.safeParse(newPassword, chosen, { abortPipeEarly: true })
  if (!password.success) return question(owner, token, toSentence(password.issues[0].message))
  const { app, member } = owner
  if (await isTooCommon({ app, mode: member.mode, email: member.email }, password.output))
    return question(owner, token, toSentence('password-too-common'))
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

function question({ member, app }: LinkOwner, token: string, problem?: string): Promise<Response> {
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

function unusableLink(): Promise<Response> {
  return layout({
    title: 'This link does not work any more',
    status: 410,
    content: html`<p>It was used already, replaced by a newer one, or is too old.</p>
      <p>Choose “Forgot password” on the site to get a new one.</p>`,
  })
}
