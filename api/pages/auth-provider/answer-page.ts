import { html } from 'hono/html'
import type { ProviderAnswer } from '../../../contract/provider-answer'
import { AUTH_PROVIDER_PATH } from '../../../contract/providers'
import { ApiError, isErrorCode } from '../../lib/errors'
import { layout } from '../layout'
import type { Html } from '../layout'
import { answerOpener } from './answer-opener'
import type { AnswerParts } from './answer-opener'

/** Where the script of the answer page is served. */
export const ANSWER_SCRIPT_PATH = `${AUTH_PROVIDER_PATH}/answer.js`

const parts: AnswerParts = { answer: 'answer', told: 'told', alone: 'alone', close: 'close' }

/** The script as it is sent. */
export const answerScript = `(${answerOpener.toString()})(window, ${JSON.stringify(parts)})\n`

/** What the page adds to its policy: the one script, and no markup from text. */
const policy = {
  'script-src': "'self'",
  'trusted-types': "'none'",
  'require-trusted-types-for': "'script'",
} as const

/** The end of a provider's window: tells the page that opened it, and in words whoever looks at it. */
export function answerPage({
  answer,
  openerOrigin,
}: {
  answer: ProviderAnswer
  openerOrigin: string
}): Promise<Response> {
  return 'error' in answer ? failed(answer, openerOrigin) : done(answer, openerOrigin)
}

/** The end of a window where nobody can be told. */
export function problemPage(error: ApiError): Promise<Response> {
  return problem({ sentence: error.message, status: error.status, bearer: '' })
}

function failed(answer: Extract<ProviderAnswer, { error: unknown }>, openerOrigin: string): Promise<Response> {
  const { code, message } = answer.error
  return problem({
    sentence: message,
    status: isErrorCode(code) ? new ApiError(code).status : 400,
    bearer: html`<div
      id="${parts.answer}"
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
      <p id="${parts.alone}" hidden>Close this window, and go back to the site.</p>
      ${closing()}`,
  })
}

function done(answer: Extract<ProviderAnswer, { data: unknown }>, openerOrigin: string): Promise<Response> {
  const connected = 'providers' in answer.data
  return layout({
    title: `Back to ${new URL(openerOrigin).host}`,
    policy,
    content: html`<div
        id="${parts.answer}"
        data-answer="${JSON.stringify(answer)}"
        data-origin="${openerOrigin}"
        data-closes
      ></div>
      <p class="notice" role="status" id="${parts.told}" hidden>
        ${connected ? 'The provider is connected.' : 'You are logged in there.'} You can close this window.
      </p>
      <p class="error" role="alert" id="${parts.alone}" hidden>
        The page that opened this window is gone.
        ${connected ? 'The provider is connected all the same.' : 'Open the site again, and log in there.'}
      </p>
      <noscript><p class="error">This window needs scripts to tell the site. Turn them on, and try again.</p></noscript>
      ${closing()}`,
  })
}

/** A button that works with the script alone, and so is shown by it. */
const closing = (): Html =>
  html`<button type="button" id="${parts.close}" hidden>Close</button>
    <script src="${ANSWER_SCRIPT_PATH}" defer></script>`
