import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { AUTH_PROVIDER_PATH } from '../../contract/providers'
import { ApiError, toApiError } from '../lib/errors'
import { ANSWER_SCRIPT_PATH, answerScript } from '../features/social/answer-page'
import { layout, STYLESHEET_PATH } from '../pages/layout'
import type { Page, PageRequest } from '../pages/page'
import { stylesheet } from '../pages/stylesheet'
import { OFFER_SCRIPT_PATH, offerScript } from '../features/payments/test/card-form'
import type { Services } from '../ports/services'
import type { AppEnv } from './request'
import { callerAddress, callerOf } from './request'
import { methodNotAllowed } from './router'
import { mediaType, readBytes } from './body'
import { prepareErrorHeaders } from './errors'
import { requireSameOrigin } from './cors'
import { servicesOfRequest } from './logging'

/** A password, a token and some room. */
const FORM_MAX_BYTES = 16_384

const SCRIPTS = { [OFFER_SCRIPT_PATH]: offerScript, [ANSWER_SCRIPT_PATH]: answerScript }

const WITH_FORM = ['GET', 'POST'] as const
const WITHOUT_FORM = ['GET'] as const

export interface BindPagesOptions {
  services: Services
  pages: Readonly<Record<string, Page>>
  /** TRUST_PROXY */
  trustProxyHops: number
}

/** Makes routes of the hosted pages and serves their stylesheet and scripts. They send no CORS headers. */
export function bindPages(app: Hono<AppEnv>, options: BindPagesOptions): void {
  app.get(STYLESHEET_PATH, (context) =>
    context.body(stylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' }),
  )
  for (const [path, script] of Object.entries(SCRIPTS)) {
    app.get(path, (context) =>
      context.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' }),
    )
  }
  for (const [path, page] of Object.entries(options.pages)) {
    const methods = path.startsWith(`${AUTH_PROVIDER_PATH}/`) ? WITHOUT_FORM : WITH_FORM
    for (const method of methods) app.on(method, path, (context) => answerPage(context, method, page, options))
    app.all(path, methodNotAllowed(methods))
  }
}

/** A person is looking at this, so its errors are pages too. */
async function answerPage(
  context: Context<AppEnv>,
  method: PageRequest['method'],
  page: Page,
  { services, trustProxyHops }: BindPagesOptions,
): Promise<Response> {
  try {
    const address = callerAddress(context, trustProxyHops)
    const caller = callerOf(context, address)
    await services.rateLimiter.take('callsPerAddress', address)
    const form = method === 'POST' ? await readForm(context.req.raw, services.urls.api) : null
    return await page(servicesOfRequest(services, caller), { method, form, address, ...readRequest(context) })
  } catch (thrown) {
    const error = toApiError(thrown)
    prepareErrorHeaders(services, context, error, trustProxyHops)
    const response = await layout({
      title: error.status >= 500 ? 'Something went wrong' : 'This did not work',
      content: html`<p class="error" role="alert">${error.message}</p>`,
      status: error.status,
    })
    return context.newResponse(response.body, response)
  }
}

function readRequest({ req }: Context<AppEnv>): Omit<PageRequest, 'method' | 'form' | 'address'> {
  return {
    url: new URL(req.url),
    parameters: req.param(),
    cookie: req.header('cookie') ?? null,
    referer: req.header('referer') ?? null,
    isSpeculative:
      req.method === 'HEAD' || AHEAD.some((name) => /prefetch|prerender|preview/u.test(req.header(name) ?? '')),
  }
}

/** By what browsers say that nobody has asked for a page yet. */
const AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

async function readForm(request: Request, ownOrigin: string): Promise<URLSearchParams> {
  requireSameOrigin(request, ownOrigin)
  const bytes = await readBytes(request, FORM_MAX_BYTES)
  if (bytes.length > 0 && mediaType(request) !== 'application/x-www-form-urlencoded')
    throw new ApiError('unsupported-media-type')
  return new URLSearchParams(new TextDecoder().decode(bytes))
}
