import * as v from 'valibot'
import { memberAuth } from '../../../contract/entities'
import type { Store } from '../repositories'
import { codeIn, newestMail } from '../newest-mail'
import { sampleImage } from '../sample-images'

export interface SoakedServer {
  url: string
  /** The same database. */
  store: Pick<Store, 'mailbox'>
}

/** Shared by all. */
const PASSWORD = 'correct horse battery'
const READS = 20
/** One in this many members stays; the others delete their accounts. */
const STAYS_EVERY = 3

const signedInSchema = v.object({ data: memberAuth })

/**
 * The life of a member: sign-up, reading, comments, logout, login by password and by code, image, and mostly account
 * deletion.
 * @throws Error for the first unsuccessful response
 */
export async function liveAsMember({ url, store }: SoakedServer, number: number): Promise<void> {
  const email = `soak-${number}@example.test`
  const ask = asker(url, networkOf(number))
  const plans = [{ planId: 'pln_free' }]
  const token = await signIn(ask, '/auth/signup', { email, password: PASSWORD, plans })
  for (let read = 0; read < READS; read += 1) await ask('GET', '/member', { token })
  await talk(ask, token, number)
  await ask('POST', '/member/logout', { token, body: {} })
  const again = await signIn(ask, '/auth/login', { email, password: PASSWORD })
  await ask('POST', '/auth/passwordless/login/send', { body: { email } })
  const passwordlessToken = codeIn(await newestMail(store, email))
  const last = await signIn(ask, '/auth/passwordless/login', { email, passwordlessToken })
  await ask('POST', '/member/logout', { token: again, body: {} })
  // The code has verified the email: unverified members of one network share a small storage allowance.
  await ask('POST', '/member/profile-image', { token: last, body: await pictureForm() })
  if (number % STAYS_EVERY === 0) await ask('POST', '/member/logout', { token: last, body: {} })
  else await ask('DELETE', '/member', { token: last, body: {} })
}

interface Asked {
  token?: string
  body?: object
}

type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, asked?: Asked) => Promise<unknown>

/** Members of one network share limits of storage and sign-ups; these live in many. */
const networkOf = (number: number): string => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

/** @param address given to the server as by its proxy */
function asker(url: string, address: string): Ask {
  return async (method, path, { token, body } = {}) => {
    const isForm = body instanceof FormData
    const response = await fetch(url + path, {
      method,
      headers: {
        'x-api-key': 'pk_sb_demo',
        'x-forwarded-for': address,
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status} ${text}`)
    return JSON.parse(text)
  }
}

async function signIn(ask: Ask, path: string, body: object): Promise<string> {
  return v.parse(signedInSchema, await ask('POST', path, { body })).data.tokens.accessToken
}

/** In one of a few shared channels. */
async function talk(ask: Ask, token: string, number: number): Promise<void> {
  const channelKey = `soak-${number % 10}`
  await ask('POST', '/comments/posts/typing', { token, body: { channelKey } })
  await ask('POST', '/comments/posts', { token, body: { channelKey, content: `Comment ${number}` } })
  await ask('GET', `/comments/posts?channelKey=${channelKey}`, { token })
}

const image = sampleImage('png', 64, 64)

async function pictureForm(): Promise<FormData> {
  const form = new FormData()
  form.append('profileImage', new File([await image], 'me.png', { type: 'image/png' }))
  return form
}
