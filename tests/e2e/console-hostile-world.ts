import { callApi } from './comments/open-guestbook'
import { callAdmin, makeWorld } from './console-world'
import type { World } from './console-world'
import { signUp } from './sign-up'

/** Host of the attacker. */
export const CANARY = 'canary.example'

/** Ends an attribute, adds elements that run code, and has what templates and links would run. */
export const hostile = (what: string): string =>
  `${what} "><img src=//${CANARY}/x onerror=hit(1)><svg onload=hit(2)><a href="javascript:hit(3)">{{7*7}}</a>`

export const HOSTILE_HTML =
  '<h2 onclick="hit(4)">Kept</h2><script>hit(5)</script><img src="x" onerror="hit(6)"><svg onload="hit(7)"></svg>' +
  '<iframe src="javascript:hit(8)"></iframe><a href="javascript:hit(9)">Link</a><p style="background:url(//canary.example/s)">{{7*7}}</p>'

/** The same without a space, as URLs are. */
const hostileUrl = (what: string): string =>
  `${what}/"><img/src='//${CANARY}/x'/onerror=hit(1)><svg/onload=hit(2)><a/href='javascript:hit(3)'>{{7*7}}</a>`

/** A host may have quotes, but no `<`. */
const HOSTILE_ORIGIN = `https://{{7*7}}"onload='hit(13)'.example`

export interface StoredWorld extends World {
  /** Second member, whose address has what an address may have. */
  other: string
  /** Path of a page that a visitor opened. */
  visited: string
  /** Of a page that called. */
  origin: string
}

/** Values that the API does not keep, each with the field that would have them. */
export const refusedDesigns = [
  { theme: hostile('theme') },
  { cornerRadius: hostile('corners') },
  { colors: hostile('colors') },
  { colors: { lightMode: { links: [hostile('link')] } } },
  { logo: { url: hostile('logo') } },
  { fontFamily: [hostile('font')] },
]

/** Origins that pages do not have. */
export const refusedOrigins = [
  'javascript:hit(14)',
  `https://<svg onload=hit(15)>.example`,
  `https://example.com/"><svg/onload=hit(16)>`,
]

/** The same as other journeys have, with an attack in each field that takes any text. */
export async function makeHostileWorld(api: string): Promise<StoredWorld> {
  const world = await makeWorld(api, { text: hostile, html: HOSTILE_HTML })
  const change = (part: string, changes: object, item = 'current') =>
    callAdmin(api, 'PATCH', `definition/${part}/${encodeURIComponent(item)}`, { changes })
  await change('app', { name: hostile('app') })
  await change('texts', { login_to_your_account: hostile('text'), login: hostile('button') })
  await change('groups', { redirect: `/${hostile('redirect')}` }, world.group.key)
  await change('design', {
    fontFamily: hostile('font'),
    logo: hostileUrl(`${api}/logo`),
    colors: { lightMode: { links: hostile('color'), [hostile('color name')]: hostile('unlisted color') } },
  })
  const other = `{{7*7}}'&*=hit|\`@example.com`
  await addMember(api, other)
  return { ...world, other, ...(await openPage(api)) }
}

/** A visitor opens a page of a hostile site. @returns what the API keeps of it */
async function openPage(api: string): Promise<{ visited: string; origin: string }> {
  const visited = `/${hostile('visited')}`
  const answer = await fetch(`${api}/app-member`, {
    method: 'POST',
    headers: {
      'X-APP-ID': 'app_demo',
      Origin: HOSTILE_ORIGIN,
      'X-User-Agent': `@memberstack/client@${hostile('version')}`,
      'referring-path': `${visited}?${hostile('query')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ data: { trackPageView: true } }),
  })
  if (!answer.ok) throw new Error(`The page view answered ${answer.status}: ${await answer.text()}`)
  return { visited, origin: HOSTILE_ORIGIN }
}

/** Signs up from a campaign, comments, and gets what only owners can set. */
async function addMember(api: string, email: string): Promise<void> {
  const utmParams = { campaign: hostile('campaign') }
  const token = await signUp(api, { email, password: 'a-good-password', conversionData: { utmParams } })
  const comment = { channelKey: hostile('channel'), content: hostile('comment') }
  const { data } = await callApi(api, '/comments/posts', token, comment)
  await callApi(api, '/comments/threads', token, { postId: data.id, content: hostile('thread') })
  await callAdmin(api, 'PATCH', `members/${encodeURIComponent(email)}`, {
    metaData: { '<svg onload=hit(11)>': hostile('data') },
    json: { '<svg onload=hit(12)>': hostile('json') },
    loginRedirect: `/${hostile('login redirect')}`,
  })
}
