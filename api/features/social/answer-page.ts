import { html } from 'hono/html'
import type { ProviderAnswer } from '../../../contract/provider-answer'
import { AUTH_PROVIDER_PATH } from '../../../contract/providers'
import { ApiError, isErrorCode } from '../../lib/errors'
import { layout } from '../../http/page-kit'
import type { Html } from '../../http/page-kit'
import { text } from './page-texts'

export const ANSWER_SCRIPT_PATH = `${AUTH_PROVIDER_PATH}/answer.js`

const partIds: AnswerParts = { answer: 'answer', told: 'told', alone: 'alone', close: 'close' }

export const answerScript = `(${answerOpener.toString()})(window, ${JSON.stringify(partIds)})\n`

/** Allows the script; trusted types forbid markup from text. */
const policy = {
  'script-src': "'self'",
  'trusted-types': "'none'",
  'require-trusted-types-for': "'script'",
} as const

/** The last page of a provider's window: posts the result to the opener. */
export function answerPage({
  answer,
  openerOrigin,
}: {
  answer: ProviderAnswer
  openerOrigin: string
}): Promise<Response> {
  return 'error' in answer ? failed(answer, openerOrigin) : done(answer, openerOrigin)
}

/** The last page of a window without a trusted opener. */
export function problemPage(error: ApiError): Promise<Response> {
  return problem({ sentence: error.message, status: error.status, bearer: '' })
}

function failed(answer: Extract<ProviderAnswer, { error: unknown }>, openerOrigin: string): Promise<Response> {
  const { code, message } = answer.error
  return problem({
    sentence: message,
    status: isErrorCode(code) ? new ApiError(code).status : 400,
    bearer: html`<div
      id="${partIds.answer}"
      data-answer="${JSON.stringify(answer)}"
      data-origin="${openerOrigin}"
    ></div>`,
  })
}

function problem({ sentence, status, bearer }: { sentence: string; status: number; bearer: Html | '' }) {
  return layout({
    title: text('failedTitle'),
    status,
    policy,
    content: html`${bearer}
      <p class="error" role="alert">${sentence}</p>
      <p id="${partIds.alone}" hidden>${text('closeAndReturn')}</p>
      ${closing()}`,
  })
}

function done(answer: Extract<ProviderAnswer, { data: unknown }>, openerOrigin: string): Promise<Response> {
  const connected = 'providers' in answer.data
  const told = connected ? 'connected' : 'member' in answer.data ? 'loggedIn' : 'proven'
  return layout({
    title: text('backTo', { host: new URL(openerOrigin).host }),
    policy,
    content: html`<div
        id="${partIds.answer}"
        data-answer="${JSON.stringify(answer)}"
        data-origin="${openerOrigin}"
        data-closes
      ></div>
      <p class="notice" role="status" id="${partIds.told}" hidden>${text(told)}</p>
      <p class="error" role="alert" id="${partIds.alone}" hidden>
        ${text(connected ? 'openerGoneConnected' : 'openerGone')}
      </p>
      <noscript><p class="error">${text('scriptsNeeded')}</p></noscript>
      ${closing()}`,
  })
}

/** Hidden until the script shows it, because it needs the script. */
const closing = (): Html =>
  html`<button type="button" id="${partIds.close}" hidden>${text('close')}</button>
    <script src="${ANSWER_SCRIPT_PATH}" defer></script>`

interface AnswerParts {
  /** Has the result and its target origin as data attributes. */
  answer: string
  /** Text if the opener got the result. */
  told: string
  /** Text if the opener is gone. */
  alone: string
  close: string
}

/**
 * Runs in the browser as source text, so it must not use this module's scope. Posts the result to an opener of the
 * target origin, then closes the window unless it shows an error.
 */
export function answerOpener(window: Window, parts: AnswerParts): void {
  const { document } = window
  const part = (id: string): HTMLElement | null => document.getElementById(id)
  const show = (id: string): void => part(id)?.removeAttribute('hidden')
  const bearer = part(parts.answer)
  const [answer, origin] = [bearer?.dataset['answer'], bearer?.dataset['origin']]
  // Removed from the page, because it contains a session token.
  bearer?.remove()
  const opener: Window | null = window.opener
  if (!opener || opener.closed) return show(parts.alone)
  if (answer && origin) opener.postMessage(JSON.parse(answer), origin)
  show(parts.told)
  part(parts.close)?.addEventListener('click', () => window.close())
  show(parts.close)
  if (bearer?.dataset['closes'] !== undefined) window.close()
}
