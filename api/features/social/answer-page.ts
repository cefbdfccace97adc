import { html } from 'hono/html'
import type { ProviderAnswer } from '../../../contract/provider-answer'
import { AUTH_PROVIDER_PATH } from '../../../contract/providers'
import { ApiError, isErrorCode } from '../../lib/errors'
import { layout } from '../../pages/layout'
import type { Html } from '../../pages/layout'

export const ANSWER_SCRIPT_PATH = `${AUTH_PROVIDER_PATH}/answer.js`

const partIds: AnswerParts = { answer: 'answer', told: 'told', alone: 'alone', close: 'close' }

/** Source of the page's script. */
export const answerScript = `(${answerOpener.toString()})(window, ${JSON.stringify(partIds)})\n`

/** Allows the script; trusted types forbid markup from text. */
const policy = {
  'script-src': "'self'",
  'trusted-types': "'none'",
  'require-trusted-types-for': "'script'",
} as const

/** The last page of a provider's window. It posts the answer to the opener. */
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
    title: 'This did not work',
    status,
    policy,
    content: html`${bearer}
      <p class="error" role="alert">${sentence}</p>
      <p id="${partIds.alone}" hidden>Close this window, and go back to the site.</p>
      ${closing()}`,
  })
}

function done(answer: Extract<ProviderAnswer, { data: unknown }>, openerOrigin: string): Promise<Response> {
  const connected = 'providers' in answer.data
  return layout({
    title: `Back to ${new URL(openerOrigin).host}`,
    policy,
    content: html`<div
        id="${partIds.answer}"
        data-answer="${JSON.stringify(answer)}"
        data-origin="${openerOrigin}"
        data-closes
      ></div>
      <p class="notice" role="status" id="${partIds.told}" hidden>
        ${connected ? 'The provider is connected.' : 'You are logged in there.'} You can close this window.
      </p>
      <p class="error" role="alert" id="${partIds.alone}" hidden>
        The page that opened this window is gone.
        ${connected ? 'The provider is connected all the same.' : 'Open the site again, and log in there.'}
      </p>
      <noscript><p class="error">This window needs scripts to tell the site. Turn them on, and try again.</p></noscript>
      ${closing()}`,
  })
}

/** The button needs the script, so the script shows it. */
const closing = (): Html =>
  html`<button type="button" id="${partIds.close}" hidden>Close</button>
    <script src="${ANSWER_SCRIPT_PATH}" defer></script>`

/** Ids of the answer page's partIds. */
interface AnswerParts {
  /** Has the answer and its target origin as data attributes. */
  answer: string
  /** Text for an opener that got the answer. */
  told: string
  /** Text for an opener that is gone. */
  alone: string
  /** The close button. */
  close: string
}

/**
 * Runs in the browser: it is sent as source text, so it must not use anything of this module. Posts the answer to the opener
 * if that has the target origin, then closes the window, unless there is an error to read.
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
