import { html } from 'hono/html'
import { findEmailChange, undoEmailChange } from '../domain/accounts/undo-email-change'
import type { UndoableChange } from '../domain/accounts/undo-email-change'
import { layout } from './layout'
import type { Page } from './page'
import { whose } from './whose'

/** Where the mail about a changed address leads: its old owner can take the change back. Opening it changes nothing. */
export const emailChanged: Page = async (services, { method, url, form, address }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('verificationTriesPerAddress', address)
  const found = await findEmailChange(services, token)
  if (!found) return unusableLink()
  if (!form) return question(found, token)
  if (!(await undoEmailChange(services, found))) return unusableLink()
  const { memberId: id, appId, mode } = found.change
  for (const event of ['email-change-undone', 'sessions-ended'] as const)
    services.securityLog.write(event, whose({ id, appId, mode }))
  return takenBack(found)
}

function question({ app, change }: UndoableChange, token: string): Promise<Response> {
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

function takenBack({ app, change }: UndoableChange): Promise<Response> {
  return layout({
    title: 'The account is yours again',
    appName: app.name,
    content: html`<p class="notice" role="status">
        Its address is <strong>${change.email}</strong> again. Nobody is logged in, and the password has been removed.
      </p>
      <p>Choose “Forgot password” on the site now to set a new one.</p>`,
  })
}

function unusableLink(): Promise<Response> {
  return layout({
    title: 'This link does not work any more',
    status: 410,
    content: html`<p>It was used already, or is too old. If you cannot get into your account, write to the site.</p>`,
  })
}
