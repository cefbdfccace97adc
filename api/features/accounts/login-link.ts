import { html } from 'hono/html'
import { CODE_TRIES_PER_MAIL } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import { layout, ofApp } from '../../http/page-kit'
import type { Page } from '../../http/page-kit'
import type { Services } from '../../http/services'
import { ApiError } from '../../lib/errors'
import type { Secrets } from '../../lib/ids'
import type { AppDefinition } from '../apps/definition'
import { findAppById } from '../apps/repository'
import { signInPolicy } from '../apps/sign-in-policy'
import type { RequestContext } from '../members/context'
import { findMemberByEmail } from '../members/repository'
import { markup, text } from './page-texts'
import { digestOf, enterByMail, linkAt, LOGIN_LINK_PATH } from './email-codes'
import { findEmailCodeByLink, replaceByCode } from './repository'
import type { EmailCodeRow } from './repository'
import { findKnownDevice } from './devices'

type LinkServices = Pick<
  Services,
  'store' | 'secrets' | 'clock' | 'rateLimiter' | 'proofOfWork' | 'socialProviders' | 'urls' | 'mailWaiting'
>

/**
 * A link from an email. The browser that requested it is logged in at once. Any other is told about the request, so that a foreign link
 * logs no one in: only `act` uses the link up. Link and code of one email end together.
 * @throws ApiError `invalid-login-link`, `login-method-disabled`, `too-many-requests`, `second-factor-required`,
 * `second-factor-setup-required`
 */
export async function loginLink(
  services: LinkServices,
  request: RequestContext,
  input: Input<'loginLink'>,
): Promise<Answer<'loginLink'>> {
  const { store, secrets, clock, rateLimiter } = services
  const { app, mode, address } = request
  if (!signInPolicy(app).methods.link) throw new ApiError('login-method-disabled')
  await rateLimiter.take('passwordlessTriesPerAddress', address)
  const row = await findEmailCodeByLink(store, secrets.digest(input.token), clock.now())
  if (!row || row.appId !== app.id || row.mode !== mode) throw new ApiError('invalid-login-link')
  const nothing = { login: null, request: null, code: null }
  if (input.act === 'show-code') return { data: { ...nothing, code: await showCode(services, row) } }
  if (input.act !== 'login' && !isRequester(secrets, row, input.requestToken ?? null)) {
    const { email, agent, network } = row
    return { data: { ...nothing, request: { email, agent, network } } }
  }
  const member = await findMemberByEmail(store, app.id, mode, row.email)
  const deviceId = await findKnownDevice(store, services, member, input.device)
  const { data, ...loginNotice } = await enterByMail(services, request, row, {
    method: 'link',
    claim: input.device,
    deviceId,
    inviteToken: input.inviteToken,
    includeContentGroups: input.options?.includeContentGroups,
    refusal: 'invalid-login-link',
  })
  return { data: { ...nothing, login: data }, ...loginNotice }
}

const isRequester = (secrets: Secrets, { requestDigest }: EmailCodeRow, token: string | null): boolean =>
  requestDigest !== null && token !== null && secrets.digest(token) === requestDigest

/** The mailed code cannot be shown, because only its digest is stored: a new one replaces it and the link. */
async function showCode({ store, secrets }: Pick<Services, 'store' | 'secrets'>, row: EmailCodeRow): Promise<string> {
  const code = secrets.code()
  const next = { codeDigest: digestOf(secrets, row, row.purpose, code), triesLeft: CODE_TRIES_PER_MAIL }
  if (!(await replaceByCode(store, row, next))) throw new ApiError('invalid-login-link')
  return code
}

/** For links of older clients, and of sites in Test Mode that are not the app's. A GET changes nothing. */
export const loginLinkPage: Page = async (services, { method, url, form, address }) => {
  const { store, secrets, clock, rateLimiter } = services
  const token = (form ?? url.searchParams).get('token') ?? ''
  if (method === 'POST') await rateLimiter.take('passwordlessTriesPerAddress', address)
  const row = await findEmailCodeByLink(store, secrets.digest(token), clock.now())
  const app = row && (await findAppById(store, row.appId))
  if (!row || !app || !signInPolicy(app).methods.link)
    return layout({ title: text('linkUsed'), status: 410, content: html`<p>${text('loginLinkUsed')}</p>` })
  if (!form) return question(app, row, token)
  return layout({
    title: text('loginLinkCodeTitle'),
    ...ofApp(app),
    content: html`<p class="code"><strong>${await showCode(services, row)}</strong></p>
      <p>${text('loginLinkCode')}</p>`,
  })
}

function question(app: AppDefinition, row: EmailCodeRow, token: string): Promise<Response> {
  const { email, agent, network, returnUrl } = row
  const device = [agent ?? text('loginLinkDevice'), network].filter(Boolean).join(', ')
  const site = returnUrl === null ? null : { href: linkAt(returnUrl, token), host: new URL(returnUrl).host }
  return layout({
    title: text('loginLinkTitle', { app: app.name }),
    ...ofApp(app),
    content: html`<p>${markup('loginLinkIntro', { email: html`<strong>${email}</strong>` })}</p>
      <p>${text('loginLinkAsked', { device })}</p>
      ${site === null ? '' : html`<p><a class="button" href="${site.href}">${text('loginLinkSite', site)}</a></p>`}
      <form method="post" action="${LOGIN_LINK_PATH}">
        <input type="hidden" name="token" value="${token}" />
        <button class="${site === null ? '' : 'quiet'}">${text('loginLinkShow')}</button>
      </form>
      <p>${text('loginLinkStranger')}</p>`,
  })
}
