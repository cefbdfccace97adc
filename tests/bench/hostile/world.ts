import type { HttpRequest } from './send'

/** The sender of a request: its own IP address, and headers that identify it. */
export interface Sender {
  headers: Readonly<Record<string, string>>
  get(path: string, more?: Partial<HttpRequest>): HttpRequest
  /** A JSON body; a string is sent unchanged. */
  post(path: string, body: object | string, more?: Partial<HttpRequest>): HttpRequest
  /** Any method. */
  send(method: string, path: string, more?: Partial<HttpRequest>): HttpRequest
}

export interface MemberSender extends Sender {
  id: string
  email: string
  token: string
}

/** A member of the fixtures. */
export interface KnownMember {
  id: string
  email: string
  token: string
}

/** The ids that the fixtures returned. */
export interface Things {
  /** Members with only a session, each used once. */
  members: readonly KnownMember[]
  /** The member whose session the probe reads. */
  probe: KnownMember
  /** Has the password PASSWORD. */
  withPassword: readonly string[]
  /** Has 20 TrustTags, a public profile, and a completed assessment without work samples. */
  holder: KnownMember & { slug: string; tagId: string; tagIds: readonly string[]; attemptId: string }
  /** Has a completed assessment, each used once. */
  uploaders: readonly (KnownMember & { attemptId: string })[]
  /** Has an email address that is not verified, and a completed assessment. */
  unverified: KnownMember & { attemptId: string }
  topicId: string
  postId: string
  /** A secret key of the admin API, in Test Mode. */
  secretKey: string
  memberIds: readonly string[]
}

/** Builds hostile requests. Each sender function returns an unused sender. */
export interface World {
  things: Things
  /** With only the public key. */
  visitor(): Sender
  member(): MemberSender
  holder(): MemberSender
  uploader(): MemberSender & { attemptId: string }
  unverified(): MemberSender & { attemptId: string }
  /** An email address of a member with a password. */
  victim(): string
  owner(): Sender
  /** A different number for every call, for unique names. */
  unique(): number
}

export const PUBLIC_KEY = 'pk_sb_hostile'
export const APP_ID = 'app_hostile'
export const PASSWORD = 'only for the bench'

export function createWorld(things: Things): World {
  let count = 0
  const unique = () => (count += 1)
  const next = <T>(list: readonly T[], used: { at: number }): T => {
    const one = list[used.at % list.length]
    used.at += 1
    if (one === undefined) throw new Error('The fixtures are empty.')
    return one
  }
  const used = { members: { at: 0 }, uploaders: { at: 0 }, victims: { at: 0 } }
  const asVisitor = () => createSender({ 'x-api-key': PUBLIC_KEY, 'x-forwarded-for': ipAddress(unique()) })
  const asMember = <M extends KnownMember>(known: M): M & Sender =>
    Object.assign({}, known, createSender({ ...asVisitor().headers, authorization: `Bearer ${known.token}` }))
  return {
    things,
    unique,
    visitor: asVisitor,
    member: () => asMember(next(things.members, used.members)),
    holder: () => asMember(things.holder),
    uploader: () => asMember(next(things.uploaders, used.uploaders)),
    unverified: () => asMember(things.unverified),
    victim: () => next(things.withPassword, used.victims),
    owner: () => createSender({ 'x-api-key': things.secretKey, 'x-forwarded-for': ipAddress(unique()) }),
  }
}

/** An address of a documentation range that the probe does not use. */
const ipAddress = (number: number): string => `100.${64 + ((number >> 16) & 63)}.${(number >> 8) & 255}.${number & 255}`

export function createSender(headers: Readonly<Record<string, string>>): Sender {
  const send: Sender['send'] = (method, path, more = {}) => ({
    method,
    path,
    ...more,
    headers: { ...headers, ...more.headers },
  })
  return {
    headers,
    send,
    get: (path, more) => send('GET', path, more),
    post: (path, body, more = {}) =>
      send('POST', path, {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...more,
        headers: { 'content-type': 'application/json', ...more.headers },
      }),
  }
}
