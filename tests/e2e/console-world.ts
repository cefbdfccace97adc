import { waitUntil } from '../support/wait-until'
import { ownConsoleTest } from './console-page'
import { logInByApi, signUp } from './sign-up'

/** What people have stored in the demo app, by the admin API and the sign-up: one thing of each kind. */
export interface World {
  member: { id: string; email: string }
  plan: { id: string; name: string; price: string }
  field: { key: string; label: string }
  group: { key: string; name: string; path: string }
  /** Published, with a newer draft. */
  piece: { id: string; name: string }
  coupon: string
}

const HEADERS = { 'X-API-KEY': 'sk_sb_demo' }

export function askAdmin(api: string, method: string, path: string, body?: object | string): Promise<Response> {
  const isText = typeof body === 'string'
  return fetch(`${api}/admin/${path}`, {
    method,
    headers: { ...HEADERS, 'Content-Type': isText ? 'text/plain' : 'application/json' },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  })
}

/** @throws Error with the answer, unless it is a success */
export async function callAdmin(api: string, method: string, path: string, body?: object | string) {
  const answer = await askAdmin(api, method, path, body)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return text === 'OK' ? {} : JSON.parse(text).data
}

let worlds = 0

interface WorldTexts {
  /** The text of a field that people fill in. @param what such as `plan name` */
  text?: (what: string) => string
  /** HTML of the hosted content. */
  html?: string
}

/** @param api origin of the API */
export async function makeWorld(
  api: string,
  { text = (what) => what, html = '<p>Hello</p>' }: WorldTexts = {},
): Promise<World> {
  worlds += 1
  const tag = `${Date.now().toString(36)}${worlds}`
  const named = (what: string) => `${text(what)} ${tag}`
  const add = (part: string, item: object) => callAdmin(api, 'POST', `definition/${part}`, { item })

  const price = named('price')
  const planName = named('plan')
  const prices = [
    { id: `prc_${tag}`, name: price, amountMinor: 1_250, currency: 'usd', interval: { type: 'MONTHLY', count: 1 } },
  ]
  const plan = await add('plans', { name: planName, description: named('description'), prices })
  const label = named('field')
  const { id: key } = await add('fields', { key: `field-${tag}`, label, type: 'text', visibility: 'PUBLIC' })
  const groupName = named('group')
  const group = await add('groups', {
    key: `group-${tag}`,
    name: groupName,
    plans: ['pln_free'],
    redirect: '/pricing.html',
    urls: [],
  })
  const path = `/${text('gated')}-${tag}/`
  await add('gates', { url: path, filter: 'STARTS', group: group.id })
  const coupon = `SPRING-${tag}`.toUpperCase()
  await add('coupons', { id: coupon, percentOff: 20 })

  const pieceName = named('piece')
  const { id: piece } = await callAdmin(api, 'POST', 'contents', {
    name: pieceName,
    group: 'members-area',
    type: 'HTML',
  })
  const draft = `contents/${piece}/draft?${new URLSearchParams({ name: pieceName, group: 'members-area', type: 'HTML' })}`
  await callAdmin(api, 'PUT', draft, html)
  await callAdmin(api, 'POST', `contents/${piece}/publish`)
  await callAdmin(api, 'PUT', draft, `${html}<p>Newer</p>`)

  const email = `${tag}@example.com`
  const customFields = { 'first-name': named('first name') }
  const plans = [{ planId: 'pln_free' }]
  await signUp(api, { email, password: 'a-good-password', customFields, plans })
  // A second session.
  await logInByApi(api, { email, password: 'a-good-password' })
  const { id } = await callAdmin(api, 'GET', `members/${email}`)
  await callAdmin(api, 'POST', `members/${id}/notes`, { text: named('note') })
  await finishJob(api, id, named('company'))
  // The sign-up would not know a field that is as new as this one.
  await callAdmin(api, 'PATCH', `members/${id}`, { customFields: { [key]: named('value') } })
  return {
    member: { id, email },
    plan: { id: plan.id, name: planName, price },
    field: { key, label },
    group: { key: group.id, name: groupName, path },
    piece: { id: piece, name: pieceName },
    coupon,
  }
}

/** A bulk job that can be reversed. It waits ten seconds before it starts. */
async function finishJob(api: string, member: string, value: string): Promise<void> {
  const action = { kind: 'set-field', key: 'company', value }
  const { id } = await callAdmin(api, 'POST', 'jobs', { action, selection: { ids: [member], count: 1 } })
  await waitUntil('the job is done', async () => (await callAdmin(api, 'GET', `jobs/${id}`)).status === 'DONE')
}

/** Journeys that share one world per worker: they look at it, and change nothing of it. */
export const worldTest = ownConsoleTest.extend<object, { world: World }>({
  world: [async ({ ownUrls }, provide) => provide(await makeWorld(ownUrls.api)), { scope: 'worker' }],
})
