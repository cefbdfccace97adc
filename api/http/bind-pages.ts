import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { ApiError } from '../domain/api-error'
import { layout, STYLESHEET_PATH } from '../pages/layout'
import type { Page, PageRequest } from '../pages/page'
import { stylesheet } from '../pages/stylesheet'
import { OFFER_SCRIPT_PATH, offerScript } from '../pages/test-checkout/test-card-offer'
import type { Services } from '../ports/services'
import type { AppEnv } from './app-env'
import { callerAddress } from './caller-address'
import { methodNotAllowed } from './method-not-allowed'
import { mediaType, readBytes } from './read-body'
import { prepareErrorHeaders } from './respond-error'
import { requireSameOrigin } from './same-origin'
import { toApiError } from './to-api-error'

/** A password, a token and some room. */
const FORM_MAX_BYTES = 16_384

export interface BindPagesOptions {
  services: Services
  pages: Readonly<Record<string, Page>>
  /** TRUST_PROXY */
  trustProxyHops: number
}

/** Makes routes of the hosted pages and serves their stylesheet and script. They send no CORS headers. */
export function bindPages(app: Hono<AppEnv>, options: BindPagesOptions): void {
  app.get(STYLESHEET_PATH, (context) =>
    context.body(stylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' }),
  )
  app.get(OFFER_SCRIPT_PATH, (context) =>
    context.body(offerScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' }),
  )
  for (const [path, page] of Object.entries(options.pages)) {
    const answer = (method: PageRequest['method']) => (context: Context<AppEnv>) =>
      answerPage(context, method, page, options)
    app.get(path, answer('GET'))
    app.post(path, answer('POST'))
    app.all(path, methodNotAllowed(['GET', 'POST']))
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
    await services.rateLimiter.take('callsPerAddress', address)
    const form = method === 'POST' ? await readForm(context.req.raw, services.urls.api) : null
    const cookie = context.req.header('cookie') ?? null
    return await page(services, { method, url: new URL(context.req.url), form, cookie, address })
  } catch (thrown) {
    const error = toApiError(thrown)
    prepareErrorHeaders(services.log, context, error)
    const response = await layout({
      title: error.status >= 500 ? 'Something went wrong' : 'This did not work',
      content: html`<p class="error" role="alert">${error.message}</p>`,
      status: error.status,
    })
    return context.newResponse(response.body, response)
  }
}

async function readForm(request: Request, ownOrigin: string): Promise<URLSearchParams> {
  requireSameOrigin(request, ownOrigin)
  const bytes = await readBytes(request, FORM_MAX_BYTES)
  if (bytes.length > 0 && mediaType(request) !== 'application/x-www-form-urlencoded')
    throw new ApiError('unsupported-media-type')
  return new URLSearchParams(new TextDecoder().decode(bytes))
}
