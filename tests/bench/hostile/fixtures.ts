import * as v from 'valibot'
import { readFile } from 'node:fs/promises'
import { createSecrets } from '../../../api/lib/ids'
import { readDefinition } from '../../../api/features/apps/read-definition'
import { makeSecretKey } from '../../../api/features/apps/secret-keys'
import type { DataRecordRow } from '../../../api/features/data-tables/query-types'
import type { Store } from '../../support/repositories'
import { passedAttempt } from '../../support/passed-attempt'
import { projectRoot } from '../../support/run-process'
import { channelKinds, channelOf, commentTexts } from './comment-texts'
import type { Installation, Server } from './installation'
import { send } from './send'
import { APP_ID, createSender, PASSWORD, PUBLIC_KEY } from './world'
import type { KnownMember, Sender, Things } from './world'
import type { MemberRow } from '../../../api/features/members/repository'

export interface FixtureSize {
  members: number
  records: number
}

/** What `Done means` of the measurement asks for. */
export const FULL_SIZE: FixtureSize = { members: 200_000, records: 100_000 }

const scope = { appId: APP_ID, mode: 'test' as const }
const secrets = createSecrets()
const DAY_MS = 86_400_000
const SESSIONS = 1_200
const UPLOADERS = 40
const VICTIMS = 40
const HOLDER_TAGS = 20
const BATCH = 1_000

/** Fills an empty installation. Members and records are written directly to the database, the rest is sent to a server. */
export async function fillInstallation(installation: Installation, size: FixtureSize): Promise<Things> {
  const store = await installation.openStore()
  const written = await writeRows(store, size)
  await store.close()
  // Without limits: these requests set up the fixtures.
  const server = await installation.startServer(10_000)
  try {
    return await callServer(server, written)
  } finally {
    await server.stop()
    await installation.analyze()
  }
}

interface Written {
  members: KnownMember[]
  memberIds: string[]
  uploaders: (KnownMember & { attemptId: string })[]
  holder: KnownMember & { attemptIds: string[] }
  probe: KnownMember
  secretKey: string
  unverified: KnownMember & { attemptId: string }
  topicId: string
}

async function writeRows(store: Store, size: FixtureSize): Promise<Written> {
  await store.apps.insert(readDefinition(`${APP_ID}.json`, await hostileApp()))
  const memberIds = await writeMembers(store, size.members)
  const { key, row } = makeSecretKey({ secrets, clock: { now: () => Date.now() } }, scope, 'bench')
  await store.secretKeys.insert(row)
  const sessions: KnownMember[] = []
  for (let index = 0; index < SESSIONS; index += 1)
    sessions.push(await openSession(store, memberIds[index] ?? '', index))
  const [probe, holder, pending, ...others] = sessions
  if (!probe || !holder || !pending) throw new Error('There are no members.')
  const uploaders = []
  for (const member of others.splice(0, UPLOADERS))
    uploaders.push({ ...member, attemptId: await passAttempt(store, member.id, 0) })
  await store.members.update(pending.id, { verified: false })
  const unverified = { ...pending, attemptId: await passAttempt(store, pending.id, 0) }
  const attemptIds: string[] = []
  for (let tag = 0; tag <= HOLDER_TAGS; tag += 1) attemptIds.push(await passAttempt(store, holder.id, tag))
  await writeRecords(store, 'announcements', size.records)
  await writeRecords(store, 'notices', 1_000)
  const topicId = await writeRelations(store, probe.id)
  return {
    members: others,
    memberIds,
    uploaders,
    holder: { ...holder, attemptIds },
    probe,
    unverified,
    secretKey: key,
    topicId,
  }
}

/** The demo app with an inbox, TrustTags, and tables that refer to each other and are publicly readable. */
async function hostileApp(): Promise<string> {
  const demo = v.parse(
    v.looseObject({ dataTables: v.array(v.looseObject({ key: v.string() })) }),
    JSON.parse(await readFile(`${projectRoot}/api/apps/app_demo.json`, 'utf8')),
  )
  const rules = { createRule: 'AUTHENTICATED', readRule: 'PUBLIC', updateRule: 'ADMIN_ONLY', deleteRule: 'ADMIN_ONLY' }
  const announcements = demo.dataTables.find(({ key }) => key === 'announcements')
  return JSON.stringify({
    ...demo,
    id: APP_ID,
    name: 'Hostile',
    keys: { test: PUBLIC_KEY, live: 'pk_hostile' },
    liveDomains: ['hostile.example'],
    inbox: { ownerEmail: 'owner@hostile.example' },
    trustTag: { freeOffer: {} },
    dataTables: [
      ...demo.dataTables,
      { ...announcements, key: 'notices', name: 'Notices' },
      {
        ...rules,
        key: 'forums',
        name: 'Forums',
        fields: [
          { key: 'name', name: 'Name', type: 'TEXT' },
          { key: 'entries', name: 'Entries', type: 'VIRTUAL_REFERENCE_LIST', references: 'entries', through: 'forum' },
        ],
      },
      {
        ...rules,
        key: 'entries',
        name: 'Entries',
        fields: [
          { key: 'text', name: 'Text', type: 'TEXT' },
          { key: 'forum', name: 'Forum', type: 'REFERENCE', references: 'forums' },
          { key: 'readers', name: 'Readers', type: 'MEMBER_REFERENCE_MANY' },
        ],
      },
    ],
  })
}

const firstNames = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Ken', 'Margaret', 'Tim']
const lastNames = ['Lovelace', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Perlman', 'Thompson', 'Hamilton']

/** Every second member has the free plan, every twentieth the pro plan. */
async function writeMembers(store: Store, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => secrets.memberId('test'))
  for (let start = 0; start < count; start += BATCH) {
    const members = ids.slice(start, start + BATCH).map((id, index) => memberRow(id, start + index))
    const connections = members.flatMap((member, index) => [
      ...(index % 2 === 0 ? [connectionRow(member, 'pln_free')] : []),
      ...(index % 20 === 0 ? [connectionRow(member, 'pln_pro')] : []),
    ])
    await store.transaction((repositories) =>
      repositories.memberTransfers.insertAll(members, { connections, purchases: [], accounts: [] }),
    )
  }
  return ids
}

const emailOf = (number: number): string => `user${number}@members.example`

const memberRow = (id: string, number: number): MemberRow => ({
  id,
  ...scope,
  email: emailOf(number),
  passwordHash: null,
  verified: true,
  providers: [],
  profileImage: null,
  loginRedirect: null,
  stripeCustomerId: null,
  customFields: {
    'first-name': firstNames[number % firstNames.length] ?? '',
    'last-name': `${lastNames[number % lastNames.length]}-${number}`,
  },
  metaData: {},
  json: {},
  createdAt: Date.now() - DAY_MS + number,
  lastLoginAt: null,
})

const connectionRow = ({ id: memberId, createdAt }: MemberRow, planId: string) => ({
  id: secrets.id('con'),
  memberId,
  planId,
  priceId: null,
  status: 'ACTIVE' as const,
  createdAt,
  purchase: null,
})

async function openSession(store: Store, memberId: string, number: number): Promise<KnownMember> {
  const token = secrets.sessionToken()
  const now = Date.now()
  await store.sessions.insert({
    tokenDigest: secrets.digest(token),
    memberId,
    ...scope,
    deviceId: null,
    createdAt: now,
    expiresAt: now + 10 * DAY_MS,
  })
  return { id: memberId, email: emailOf(number), token }
}

/** With a credit for a TrustTag. */
async function passAttempt(store: Store, memberId: string, number: number): Promise<string> {
  const id = `att_${memberId}_${number}`
  await store.attempts.insert({ ...passedAttempt, ...scope, id, memberId, startedAt: Date.now() - DAY_MS })
  const credit = { purchaseId: null, status: 'AVAILABLE' as const, tagId: null, createdAt: 1, changedAt: 1 }
  await store.credits.insert({ ...scope, ...credit, id: `crd_${id}`, memberId })
  return id
}

async function writeRecords(store: Store, tableKey: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += BATCH)
    await store.transaction(async ({ dataRecords }) => {
      for (let number = start; number < Math.min(start + BATCH, count); number += 1) {
        const values = {
          title: `Title ${(number * 7919) % count}`,
          text: `${'Lorem ipsum dolor sit amet. '.repeat(3)}${number}`,
        }
        await dataRecords.insert(recordRow(tableKey, values, null), {})
      }
    })
}

const recordRow = (tableKey: string, values: Record<string, string>, memberId: string | null) => {
  const now = Date.now()
  return { id: secrets.recordId(), ...scope, tableKey, memberId, values, createdAt: now, updatedAt: now }
}

/** One topic with 100 bookmarks, and ten forums with 100 entries each. @returns id of the topic */
async function writeRelations(store: Store, memberId: string): Promise<string> {
  const link = async (from: DataRecordRow, fieldKey: string, to: string) => {
    await store.dataRecords.connect(from, fieldKey, [{ kind: 'record', id: to }])
  }
  const topic = await store.dataRecords.insert(recordRow('topics', { name: 'T' }, memberId), { name: 'T' })
  for (let number = 0; number < 100; number += 1) {
    const values = { address: `a${number}` }
    const bookmark = await store.dataRecords.insert(recordRow('bookmarks', values, memberId), values)
    await link(bookmark, 'topic', topic.id)
  }
  for (let number = 0; number < 10; number += 1) {
    const forum = await store.dataRecords.insert(recordRow('forums', { name: `Forum ${number}` }, memberId), {})
    for (let count = 0; count < 100; count += 1) {
      const text = `Entry ${count} of forum ${number}`
      const entry = await store.dataRecords.insert(recordRow('entries', { text }, memberId), {})
      await link(entry, 'forum', forum.id)
    }
  }
  return topic.id
}

/** Data that needs requests to a server: passwords, comments, TrustTags, a profile. */
async function callServer({ url }: Server, written: Written): Promise<Things> {
  const visitor = createSender({ 'x-api-key': PUBLIC_KEY })
  const withPassword = Array.from({ length: VICTIMS }, (_, number) => `victim${number}@members.example`)
  for (const email of withPassword) await call(url, visitor.post('/auth/signup', { email, password: PASSWORD }))
  const { probe, holder } = written
  const asMember = ({ token }: KnownMember) =>
    createSender({ 'x-api-key': PUBLIC_KEY, authorization: `Bearer ${token}` })
  await writeChannels(url, asMember(probe))
  const first = await call(url, asMember(probe).post('/comments/posts', { channelKey: 'one', content: 'A post.' }))
  const [freeAttempt = '', ...attemptIds] = holder.attemptIds
  const tagIds: string[] = []
  for (const attemptId of attemptIds) {
    const input = { attemptId, holderName: 'Ada Lovelace', visibility: 'PUBLIC' }
    tagIds.push(read(await call(url, asMember(holder).post('/trusttag/tags', input)), 'trustTagId'))
  }
  const profile = await call(
    url,
    asMember(holder).send('PATCH', '/trusttag/profile', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ publicProfile: true }),
    }),
  )
  return {
    members: written.members,
    memberIds: written.memberIds,
    uploaders: written.uploaders,
    unverified: written.unverified,
    probe,
    withPassword,
    holder: { ...holder, slug: read(profile, 'slug'), tagId: tagIds[0] ?? '', tagIds, attemptId: freeAttempt },
    topicId: written.topicId,
    postId: read(first, 'id'),
    secretKey: written.secretKey,
  }
}

async function writeChannels(url: string, member: Sender): Promise<void> {
  for (const kind of channelKinds)
    for (let number = 0; number < 100; number += 1) {
      const { status } = await send(
        url,
        member.post('/comments/posts', { channelKey: channelOf(kind), content: commentTexts[kind] }),
      )
      // A server may refuse comments that are too expensive to show; the channel then stays empty.
      if (status >= 400) break
    }
}

/** @throws Error for any status except 2xx */
async function call(url: string, request: Parameters<typeof send>[1]): Promise<string> {
  const answer = await send(url, request)
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`A fixture was refused with ${answer.status}: ${answer.text}`)
  return answer.text
}

/** The first value with this name in a JSON response, which may be truncated. */
function read(text: string, name: string): string {
  const found = new RegExp(`"${name}":"([^"]+)"`, 'u').exec(text)?.[1]
  if (found === undefined) throw new Error(`There is no ${name} in ${text}`)
  return found
}
