import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Store } from './repositories'
import { pdf } from './sample-files'
import { passedAttempt } from './passed-attempt'

const APP = 'app_trusttag'
const PASSWORD = 'correct horse battery staple'

/** A member and the data to find again after a restore. */
export interface Person {
  email: string
  memberId: string
  token: string
  /** Null before the first TrustTag. */
  tagId: string | null
  /** ID and SHA-256 (hex) of a work sample, if any. */
  sample: { id: string; sum: string } | null
}

const member = v.object({ id: v.string(), profileImage: v.nullable(v.string()) })
const memberAuth = v.object({ data: v.object({ member, tokens: v.object({ accessToken: v.string() }) }) })
const withId = v.object({ data: v.object({ id: v.string() }) })
const issued = v.object({ data: v.object({ trustTagId: v.string() }) })
const linked = v.object({ data: v.object({ url: v.string() }) })
const verified = v.object({ data: v.object({ isValid: v.boolean() }) })

/** Signs up at the TrustTag site of a running API. */
export async function signUp(url: string, email: string): Promise<Person> {
  const customFields = { 'first-name': 'Ada', 'last-name': 'Lovelace', phone: '5550100' }
  const { data } = v.parse(memberAuth, await post(`${url}/auth/signup`, { email, password: PASSWORD, customFields }))
  return { email, memberId: data.member.id, token: data.tokens.accessToken, tagId: null, sample: null }
}

/**
 * Passes an assessment, gets a credit and uploads a document.
 * @param store of the same database
 * @returns the attempt
 */
export async function pass(url: string, store: Store, person: Person, ending = '1'): Promise<string> {
  const attemptId = `att_${person.memberId}_${ending}`
  const shared = { appId: APP, mode: 'test' as const, memberId: person.memberId }
  await store.attempts.insert({ ...passedAttempt, ...shared, id: attemptId })
  const credit = { purchaseId: null, status: 'AVAILABLE' as const, tagId: null, createdAt: 1, changedAt: 1 }
  await store.credits.insert({ ...shared, ...credit, id: `crd_${attemptId}` })
  const content = Buffer.concat([pdf(), Buffer.from(person.email)])
  const announced = { name: 'work.pdf', type: 'application/pdf', sizeBytes: content.length }
  const sample = await post(`${url}/trusttag/attempts/${attemptId}/samples`, announced, person.token)
  const { id } = v.parse(withId, sample).data
  await send(`${url}/trusttag/samples/${id}?offset=0`, { method: 'PUT', body: content }, person.token)
  person.sample = { id, sum: sumOf(content) }
  return attemptId
}

export async function issue(url: string, person: Person, attemptId: string): Promise<void> {
  const answer = await post(
    `${url}/trusttag/tags`,
    { attemptId, holderName: 'Ada Lovelace', visibility: 'LINK' },
    person.token,
  )
  person.tagId = v.parse(issued, answer).data.trustTagId
}

/** Replaces the profile image; the previous file is removed. */
export async function changePicture(url: string, { token }: Person, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const body = new FormData()
  body.append('profileImage', new Blob([content], { type: 'image/png' }), 'me.png')
  await send(`${url}/member/profile-image`, { method: 'POST', body }, token)
}

/** Missing data; empty if all is well. */
export async function whatIsLost(url: string, person: Person): Promise<string[]> {
  const { email, memberId, tagId, sample } = person
  const login = await post(`${url}/auth/login`, { email, password: PASSWORD }).catch(() => null)
  if (login === null) return [`${email} cannot log in`]
  const { data } = v.parse(memberAuth, login)
  const lost = data.member.id === memberId ? [] : [`${email} is somebody else`]
  const image = data.member.profileImage
  if (image !== null && !(await fetch(new URL(new URL(image).pathname, url))).ok) lost.push(`the picture of ${email}`)
  const token = data.tokens.accessToken
  if (sample !== null && (await sampleSum(url, sample.id, token)) !== sample.sum) lost.push(`the work of ${email}`)
  if (tagId !== null && !(await isValid(url, tagId))) lost.push(`the TrustTag of ${email}`)
  return lost
}

async function sampleSum(url: string, id: string, token: string): Promise<string> {
  const { data } = v.parse(linked, await post(`${url}/trusttag/samples/${id}/link`, {}, token))
  return sumOf(new Uint8Array(await (await fetch(new URL(new URL(data.url).pathname, url))).arrayBuffer()))
}

async function isValid(url: string, tagId: string): Promise<boolean> {
  const response = await fetch(`${url}/trusttag/verify/${tagId}`)
  return response.ok && v.parse(verified, await response.json()).data.isValid
}

const sumOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

const post = (url: string, body: object, token?: string): Promise<unknown> =>
  send(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }, token)

async function send(url: string, init: RequestInit, token?: string): Promise<unknown> {
  const headers = new Headers(init.headers)
  headers.set('x-app-id', APP)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(url, { ...init, headers })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
