import { html } from 'hono/html'
import { layout } from '../../http/page-kit'
import type { Html, PageRequest } from '../../http/page-kit'
import type { Services } from '../../http/services'
import { ApiError, toApiError } from '../../lib/errors'
import type { CustomFieldDefinition } from '../apps/definition'
import { findAppById } from '../apps/repository'
import { providerName } from '../apps/social-providers'
import { readCustomFields } from '../members/fields'
import { completeSecondFactor } from '../second-factor/login'
import { CONTINUE_PATH, endFlow, findAskingFlow, missingFields } from './begin-flow'
import type { FlowQuestion, Kept } from './begin-flow'
import { answerOpener, failFlow } from './deliver-result'
import type { FlowEnd } from './deliver-result'
import { logFlowResult, connectAfterProof } from './finish-flow'
import { namesFor, resolveIdentity } from './identity'
import { text } from './page-texts'
import type { ProviderFlowRow } from './repository'

type Fields = Readonly<Record<string, unknown>>

interface Trouble {
  message: string
  status: number
  /** What the person typed. */
  typed?: Fields
}

/** The window asks: "No account yet", for the code of the second step, or for a proof. */
export function questionPage(question: FlowQuestion, trouble?: Trouble): Promise<Response> {
  const { app, flow, kept } = question
  const problem = trouble ? html`<p class="error" role="alert" id="problem">${trouble.message}</p>` : ''
  const hidden = html`<input type="hidden" name="state" value="${question.state}" />`
  const provider = providerName(app, flow.provider)
  const { title, content } = {
    signup: () => ({
      title: text('signupTitle', { provider }),
      content: signupForm(question, hidden, trouble?.typed ?? {}),
    }),
    'second-step': () => ({
      title: text('stepTitle'),
      content: codeForm(
        html`${hidden}<input type="hidden" name="challenge" value="${question.step?.challenge ?? ''}" />`,
      ),
    }),
    proof: () => ({ title: text('proofTitle'), content: proofForm(question, hidden) }),
  }[kept.asks]()
  return layout({
    title,
    appName: app.name,
    status: trouble?.status ?? 200,
    content: html`${problem}${content}`,
  })
}

function signupForm({ app, flow, kept }: FlowQuestion, hidden: Html, typed: Fields): Html {
  if (kept.asks !== 'signup') return html``
  const { identity } = kept
  const missing = missingFields(app, { ...flow.wishes.customFields, ...namesFor(app, {}, identity) })
  const provider = providerName(app, flow.provider)
  return html`<p>${text('signupQuestion', { email: identity.email ?? '' })}</p>
    <form method="post" action="${CONTINUE_PATH}">
      ${hidden} ${missing.map((field) => fieldOf(field, typed[field.key]))}
      <button name="action" value="signup">${text('signupButton', { provider })}</button>
    </form>
    ${cancelForm(hidden)}`
}

function proofForm({ app, flow, kept }: FlowQuestion, hidden: Html): Html {
  const intro = html`<p>${text('proofIntro', { provider: providerName(app, flow.provider), app: app.name })}</p>`
  if (kept.asks !== 'proof' || kept.proof === 'totp') return html`${intro} ${codeForm(hidden)}`
  return html`${intro}
    <form method="post" action="${CONTINUE_PATH}">
      ${hidden}
      <div class="field">
        <label for="password">${text('proofPassword')}</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required autofocus />
      </div>
      <button name="action" value="prove">${text('continue')}</button>
    </form>
    ${cancelForm(hidden)}`
}

const cancelForm = (hidden: Html): Html =>
  html`<form method="post" action="${CONTINUE_PATH}">
    ${hidden}
    <button class="quiet" name="action" value="cancel">${text('cancel')}</button>
  </form>`

const inputTypes: Partial<Record<CustomFieldDefinition['type'], string>> = {
  number: 'number',
  date: 'date',
  url: 'url',
  phone: 'tel',
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

function fieldOf({ key, label, type, options }: CustomFieldDefinition, typed: unknown): Html {
  const name = `field-${key}`
  const value = asText(typed)
  if (type === 'checkbox')
    return html`<label class="check"
      ><input type="checkbox" name="${name}" value="on" required ${value ? html`checked` : ''} /> ${label}</label
    >`
  const control =
    type === 'textarea'
      ? html`<textarea id="${name}" name="${name}" rows="3" required>${value}</textarea>`
      : type === 'select'
        ? html`<select id="${name}" name="${name}" required>
            <option value="">${text('choose')}</option>
            ${options.map((one) => html`<option ${one === value ? html`selected` : ''}>${one}</option>`)}
          </select>`
        : html`<input
            id="${name}"
            name="${name}"
            type="${inputTypes[type] ?? 'text'}"
            value="${value}"
            ${type === 'number' ? html`step="any"` : ''}
            required
          />`
  return html`<div class="field"><label for="${name}">${label}</label>${control}</div>`
}

const codeForm = (hidden: Html): Html =>
  html`<form method="post" action="${CONTINUE_PATH}">
      ${hidden}
      <div class="field">
        <label for="code">${text('stepCode')}</label>
        <input
          id="code"
          name="code"
          autocomplete="one-time-code"
          autocapitalize="off"
          spellcheck="false"
          required
          autofocus
        />
        <p class="hint">${text('stepHint')}</p>
      </div>
      <button name="action" value="code">${text('continue')}</button>
    </form>
    ${cancelForm(hidden)}`

/** A person's reply. The answer for the calling page, the question again, or after a proof the way to the provider. */
export interface Continued {
  end: FlowEnd | null
  again: Promise<Response> | null
  proven?: NonNullable<Awaited<ReturnType<typeof connectAfterProof>>>
}

/**
 * Continues a flow whose window asked. Only the browser that began it can, and once.
 * @throws ApiError `provider-session-expired`
 */
export async function continueFlow(
  services: Services,
  { form, ipAddress, userAgent }: Pick<PageRequest, 'ipAddress' | 'userAgent'> & { form: URLSearchParams },
  secretOf: (id: string) => string | null,
): Promise<Continued> {
  const state = form.get('state') ?? ''
  const { flow, kept } = await findAskingFlow(services, state, secretOf)
  const app = await findAppById(services.store, flow.appId)
  if (!app) throw new ApiError('provider-session-expired')
  const question: FlowQuestion = { app, flow, kept, state }
  if (form.get('action') === 'cancel') {
    await endFlow(services, flow)
    const code = kept.asks === 'signup' ? 'account-not-found' : 'provider-cancelled'
    return { end: failFlow(flow, new ApiError(code)), again: null }
  }
  const caller = { ipAddress, userAgent }
  const done =
    kept.asks === 'signup'
      ? signUp(services, question, kept, { form, from: caller })
      : kept.asks === 'proof'
        ? prove(services, question, kept, { form, from: caller })
        : completeStep(services, question, kept, { form, from: caller })
  const continued = await done
  if (continued.end) logFlowResult(services, flow, continued.end)
  return continued
}

type From = Pick<PageRequest, 'ipAddress' | 'userAgent'>

async function signUp(
  services: Services,
  question: FlowQuestion,
  { identity }: Extract<Kept, { asks: 'signup' }>,
  { form, from }: { form: URLSearchParams; from: From },
): Promise<Continued> {
  const { app, flow } = question
  const sent = Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith('field-') ? [[name.slice('field-'.length), value.trim()]] : [],
    ),
  )
  const customFields = { ...flow.wishes.customFields, ...sent }
  const [missing] = missingFields(app, { ...customFields, ...namesFor(app, sent, identity) })
  const again = (message: string, status: number) => ({
    end: null,
    again: questionPage(question, { message, status, typed: sent }),
  })
  if (missing) return again(text('fieldMissing', { field: missing.label }), 400)
  const wishes = { ...flow.wishes, allowSignup: true }
  try {
    wishes.customFields = readCustomFields(app, customFields)
  } catch (thrown) {
    const { message, status } = toApiError(thrown)
    return again(message, status)
  }
  await endFlow(services, flow)
  const callback = { app, flow: { ...flow, identity: null, wishes }, identity, ...from }
  const end = await resolveIdentity(services, callback).catch((thrown: unknown) => failFlow(flow, toApiError(thrown)))
  return { end, again: null }
}

async function prove(
  services: Services,
  question: FlowQuestion,
  kept: Extract<Kept, { asks: 'proof' }>,
  { form, from: { ipAddress } }: { form: URLSearchParams; from: From },
): Promise<Continued> {
  const isPassword = kept.proof === 'password'
  const typed = form.get(isPassword ? 'password' : 'code') ?? ''
  try {
    const proven = await connectAfterProof(services, question, kept, { typed, ipAddress })
    if (proven) return { end: null, again: null, proven }
    const message = isPassword ? text('proofWrongPassword') : new ApiError('invalid-second-factor').message
    return { end: null, again: questionPage(question, { message, status: 401 }) }
  } catch (thrown) {
    return { end: failFlow(question.flow, toApiError(thrown)), again: null }
  }
}

async function completeStep(
  services: Services,
  question: FlowQuestion,
  { came, message }: Extract<Kept, { asks: 'second-step' }>,
  { form, from: { ipAddress, userAgent } }: { form: URLSearchParams; from: From },
): Promise<Continued> {
  const { app, flow } = question
  const challenge = form.get('challenge') ?? ''
  const request = { ...visitorOf(flow), app, ipAddress, userAgent }
  try {
    const { data } = await completeSecondFactor(services, request, {
      challenge,
      code: form.get('code') ?? '',
      device: flow.wishes.deviceId === null ? null : undefined,
    })
    await endFlow(services, flow)
    const note = message !== null && { message }
    const done = { came, memberId: data.member.id, isOver: true }
    return { end: { ...answerOpener(flow, { data, came, ...note }), done }, again: null }
  } catch (thrown) {
    const error = toApiError(thrown)
    if (error.code === 'invalid-second-factor' && error.message === new ApiError('invalid-second-factor').message) {
      const step = { challenge, methods: ['totp' as const], expires: flow.expiresAt }
      return { end: null, again: questionPage({ ...question, step }, { message: error.message, status: 401 }) }
    }
    return { end: failFlow(flow, error), again: null }
  }
}

/** The window belongs to no one yet. */
const visitorOf = ({ mode, openerOrigin }: ProviderFlowRow) => ({
  mode,
  origin: openerOrigin,
  member: null,
  tokenDigest: null,
  visitorDigest: null,
  path: CONTINUE_PATH,
  mayTrack: false,
})
