import { html } from 'hono/html'
import { layout, ofApp } from '../../http/page-kit'
import type { Html, Page } from '../../http/page-kit'
import { pageTexts } from '../../http/page-texts'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import { findAppById } from '../apps/repository'
import { signInPolicy } from '../apps/sign-in-policy'
import { findMemberById } from '../members/repository'
import { confirmMailedSetup } from './login'
import type { MailedSetup } from './login'
import { cancelMailedRecovery, findMailedRecovery, startRecoveryWait } from './recovery'
import type { MailedRecovery } from './recovery'
import { findMailedStep } from './repository'
import { prepareTotp } from './totp'

const { text, markup } = pageTexts({
  linkUsed: 'This link is no longer valid',
  recoveryUsed: 'It was canceled, has expired, or two-step verification was removed already.',
  recoveryTitle: 'Lost your app and your recovery codes?',
  recoveryIntro:
    'Two-step verification and all passkeys of {email} at {app} can be removed. For your safety this takes {hours} hours, in which you or anyone who is logged in to the account can cancel it.',
  recoveryButton: 'Remove them in {hours} hours',
  recoveryWaitTitle: 'Two-step verification will be removed',
  recoveryWait:
    'On {time}, two-step verification and all passkeys of {email} are removed. Then you log in without them.',
  recoveryCancelIntro: 'If you did not ask for this, or have found your app, cancel it.',
  recoveryCancel: 'Cancel',
  recoveryCanceledTitle: 'Canceled',
  recoveryCanceled:
    'Two-step verification stays on. If you did not ask for this, choose a new password: someone knows it.',

  setupUsed: 'It has expired or was used. Log in on the site again to get a new one.',
  setupTitle: 'Set up two-step verification',
  setupIntro:
    'The account {email} at {app} needs two-step verification. You need an authenticator app, such as one on your phone.',
  setupButton: 'Show the QR code',
  setupScan: 'Scan this code with your authenticator app, or type the key.',
  setupQr: 'QR code for your authenticator app',
  setupKey: 'Key',
  setupCode: 'Code from your app',
  setupConfirm: 'Continue',
  setupWrong: 'This code is wrong. Enter the newest code of your app.',
  setupDoneTitle: 'Save your recovery codes',
  setupDone: 'Two-step verification is on. Each of these codes works once, if you lose your app:',
  setupNext:
    'Now log in on the site: type your password, and right after it the six digits of your app. You can close this page.',
})

export const RECOVERY_PATH = '/account/recovery'

/** All second factors are lost: starts the wait, or cancels it. A GET changes nothing. */
export const recoveryPage: Page = async (services, { method, url, form, ipAddress }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('verificationTriesPerAddress', ipAddress)
  const mailed = await findMailedRecovery(services, token)
  if (!mailed) return layout({ title: text('linkUsed'), status: 410, content: html`<p>${text('recoveryUsed')}</p>` })
  if (form?.get('action') === 'cancel') {
    await cancelMailedRecovery(services, mailed)
    return layout({
      title: text('recoveryCanceledTitle'),
      ...ofApp(mailed.app),
      content: html`<p class="notice" role="status">${text('recoveryCanceled')}</p>`,
    })
  }
  if (form) return waiting(mailed, token, await startRecoveryWait(services, mailed, token))
  return mailed.recovery.dueAt === null ? question(mailed, token) : waiting(mailed, token, mailed.recovery.dueAt)
}

function question({ app, member }: MailedRecovery, token: string): Promise<Response> {
  const hours = signInPolicy(app).recoveryWaitHours
  return layout({
    title: text('recoveryTitle'),
    ...ofApp(app),
    content: html`<p>${markup('recoveryIntro', { email: bold(member.email), app: app.name, hours: String(hours) })}</p>
      <form method="post" action="${RECOVERY_PATH}">
        <input type="hidden" name="token" value="${token}" />
        <button>${text('recoveryButton', { hours })}</button>
      </form>`,
  })
}

function waiting({ app, member }: MailedRecovery, token: string, dueAt: number): Promise<Response> {
  return layout({
    title: text('recoveryWaitTitle'),
    ...ofApp(app),
    content: html`<p class="notice" role="status">
        ${markup('recoveryWait', { email: bold(member.email), time: timeOf(dueAt) })}
      </p>
      <p>${text('recoveryCancelIntro')}</p>
      <form method="post" action="${RECOVERY_PATH}">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="action" value="cancel" />
        <button>${text('recoveryCancel')}</button>
      </form>`,
  })
}

const timeOf = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const bold = (value: string): Html => html`<strong>${value}</strong>`

export const SETUP_PATH = '/second-factor'

/**
 * For published clients, whose members must set up a second factor: they passed the first step, and have the mailbox. The secret is made by
 * the button, because a GET changes nothing.
 */
export const setupPage: Page = async (services, { method, url, form, ipAddress }) => {
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await services.rateLimiter.take('loginsPerAddress', ipAddress)
  const setup = await findMailedSetup(services, token)
  if (!setup) return layout({ title: text('linkUsed'), status: 410, content: html`<p>${text('setupUsed')}</p>` })
  if (!form) return setupQuestion(setup, token)
  const code = form.get('code')
  if (code === null) return showSecret(services, setup, token)
  try {
    return setUp(setup, await confirmMailedSetup(services, setup, code))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid-second-factor') throw error
    return askForCode(setup, token, html`<p class="error" role="alert">${text('setupWrong')}</p>`, 400)
  }
}

async function findMailedSetup(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  token: string,
): Promise<MailedSetup | null> {
  const step = await findMailedStep(store, secrets.digest(token), clock.now())
  const member = step && (await findMemberById(store, step.memberId))
  const app = step && member && (await findAppById(store, step.appId))
  return step && member && app ? { step, member, app } : null
}

function setupQuestion({ app, member }: MailedSetup, token: string): Promise<Response> {
  return layout({
    title: text('setupTitle'),
    ...ofApp(app),
    content: html`<p>${markup('setupIntro', { email: bold(member.email), app: app.name })}</p>
      <form method="post" action="${SETUP_PATH}">
        <input type="hidden" name="token" value="${token}" />
        <button>${text('setupButton')}</button>
      </form>`,
  })
}

async function showSecret(services: Services, setup: MailedSetup, token: string): Promise<Response> {
  const { secret, qr } = await prepareTotp(services, setup.app, setup.member)
  const shown = html`<p>${text('setupScan')}</p>
    ${qrCode(qr)}
    <p>${text('setupKey')}: <code>${secret.replaceAll(/.{4}(?=.)/gu, '$& ')}</code></p>`
  return askForCode(setup, token, shown)
}

const askForCode = ({ app }: MailedSetup, token: string, above: Html, status = 200): Promise<Response> =>
  layout({
    title: text('setupTitle'),
    ...ofApp(app),
    status,
    content: html`${above}
      <form method="post" action="${SETUP_PATH}">
        <input type="hidden" name="token" value="${token}" />
        <label for="code">${text('setupCode')}</label>
        <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required />
        <button>${text('setupConfirm')}</button>
      </form>`,
  })

/** Black on white in every color scheme: some apps read no other. */
function qrCode(rows: readonly string[]): Html {
  const size = rows.length
  const path = rows.flatMap((row, y) => Array.from(row, (dot, x) => (dot === '1' ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return html`<svg role="img" aria-label="${text('setupQr')}" viewBox="0 0 ${size} ${size}" width="200" height="200">
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${path}" fill="#000" shape-rendering="crispEdges" />
  </svg>`
}

function setUp({ app }: MailedSetup, codes: readonly string[]): Promise<Response> {
  return layout({
    title: text('setupDoneTitle'),
    ...ofApp(app),
    content: html`<p class="notice" role="status">${text('setupDone')}</p>
      <ul>
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p>${text('setupNext')}</p>`,
  })
}
