import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { issueCredential, revokeCredentials } from '../../../api/features/credentials/issue'
import type { JsonObject, TagFacts } from '../../../api/features/credentials/build'
import { logSamples } from '../../../api/features/tags/backfill'
import { packTag } from '../../../api/features/tags/files'
import { insertTag } from '../../../api/features/tags/repository'
import { readSignedTag } from '../../../api/features/tags/signed-tag'
import { sampleTags } from '../../../api/features/tags/verify'
import type { verifyFiles } from '../../../api/features/tags/verify'
import { newEd25519Key } from '../../../api/features/transparency-log/ed25519'
import { verifyTagCommand } from '../../../commands/verify-tag/command'
import { toUtf8 } from '../../../contract/bytes'
import { readTagId } from '../../../contract/tag-id'
import { headOf, problemTexts, verdictOf, verdicts } from '../../../host-site/features/verify/finding'
import type { CheckResult, FileResult } from '../../../host-site/features/verify/finding'
import { createTagChecker } from '../../../host-site/features/verify/tag-checker'
import type { OpenFile } from '../../../host-site/lib/site-api'
import { signAs } from '../../support/issued-tags'
import { runSql } from '../../support/run-sql'
import { startTestApi } from '../../support/start-api'
import { writeTestFonts } from '../../support/write-test-fonts'

export interface DroppedFile {
  name: string
  bytes: Uint8Array
}

/** Files that are dropped together, or a typed ID or link. */
export type Input = readonly DroppedFile[] | string

export interface Verdicts {
  /** Headline of /verify; for a refused file, why. */
  page: { title: string; facts: object | null; isPaper: boolean; count: number }
  command: { code: number; title: string; output: string }
  server: { isValid: boolean; title: string; modes: (string | null | undefined)[]; notices: (string | null)[] }
}

export const HOST = 'localhost:4001'
const DAY = 86_400_000

export type World = Awaited<ReturnType<typeof openWorld>>

/** The real API with TrustTags of every state, and the three ways to check an input. Call `close` when done. */
export async function openWorld() {
  const api = await startTestApi({ development: true })
  await writeTestFonts(join(api.folder, 'fonts'))
  const { services, store } = api
  await logSamples(services)
  const { data } = await api.call(
    'signup',
    { email: 'holder@example.test', password: 'correct horse battery', customFields: {} },
    { app: 'app_demo' },
  )
  let count = 0

  /** A live TrustTag without an assessment: row, credential and log entry are real. */
  async function issue(changes: Partial<TagFacts> = {}): Promise<string> {
    count += 1
    const facts = { ...aTag(count, api.clock.now()), ...changes }
    const { isRevoked: _, ...row } = facts
    await store.transaction(async (tx) => {
      const proof = await issueCredential(tx, services, {
        tag: facts,
        memberId: data.member.id,
        bankId: 'electrician',
        evidence: () => [],
      })
      const ids = { attemptId: `att_${count}`, creditId: `crd_${count}`, memberId: data.member.id, appId: 'app_demo' }
      await insertTag(tx, { ...row, ...ids, expiresAt: row.expiresAt ?? 0, mode: 'live', visibility: 'LINK', proof })
    })
    return facts.id
  }

  /** Every file of a TrustTag by its kind, as its holder downloads it. */
  async function download(id: string) {
    const row = sampleTags.find((one) => one.id === id) ?? (await store.tags.find(id))
    if (!row) throw new Error(`There is no ${id}.`)
    const reported = await readSignedTag(services, row)
    const files = await packTag(services, reported)
    const text = (name: string) => new TextDecoder().decode(of(name))
    const of = (ending: string): Uint8Array => {
      const found = Object.entries(files).find(
        ([name]) => name.endsWith(ending) && (ending !== '.json' || !name.includes('-wallet')),
      )
      if (!found) throw new Error(`There is no ${ending}.`)
      return found[1]
    }
    return {
      id,
      tag: reported.tag,
      credential: text('.json'),
      proof: text('.tlog-proof'),
      presentation: text('-wallet.json'),
      png: of('.png'),
      svg: text('.svg'),
      pdf: of('.pdf'),
      text: text('.txt'),
      zip: await services.documents.pack(files),
    }
  }

  const revoke = (id: string) =>
    store.transaction(async (tx) => {
      await revokeCredentials(tx, services, [id])
    })

  /** Replaces a stored credential, as an intruder would. */
  const replaceStored = (id: string, credential: string) =>
    runSql(
      api.folder,
      `update tag_credentials set credential = '${credential.replaceAll("'", "''")}' where tag_id = '${id}'`,
    )

  return { ...api, issue, download, revoke, replaceStored, checkEverywhere: createChecks(api) }
}

const aTag = (number: number, now: number): TagFacts => ({
  id: `TT-EL2026${String(number).padStart(12, '0')}`,
  skill: 'Electrician',
  category: 'Skilled Trades & Construction',
  holderName: 'Maria Álvarez',
  score: 80,
  topics: [
    { topic: 'safety', title: 'Safety', points: 3, of: 4 },
    { topic: 'wiring', title: 'Wiring', points: 5, of: 6 },
  ],
  sets: 2,
  attemptNumber: 1,
  isReviewed: false,
  issuedAt: now - DAY,
  expiresAt: now + 365 * DAY,
  revokedAt: null,
  revokeReason: null,
  proof: null,
  mode: 'live',
})

/** The same facts with another score, signed by someone else under the name of their own host. */
export async function signedByAnother(credential: string): Promise<string> {
  const theirs = credential.replaceAll('localhost%3A4001', 'attacker.example').replaceAll(HOST, 'attacker.example')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a credential of the real issuer
  const signed = await signAs('did:web:attacker.example', newEd25519Key(), JSON.parse(theirs) as JsonObject)
  return JSON.stringify(signed)
}

export const file = (name: string, content: string | Uint8Array): DroppedFile => ({
  name,
  bytes: typeof content === 'string' ? toUtf8(content) : content,
})

type Api = Awaited<ReturnType<typeof startTestApi>>

/** Each check asks the same running API. */
export function createChecks(api: Api) {
  const read = async (path: string): Promise<string | null> => {
    const response = await api.request(path)
    return response.ok ? response.text() : null
  }
  const readOpenFile = async (path: string): Promise<OpenFile> => {
    const text = await read(path)
    return text === null ? { outcome: 'missing' } : { outcome: 'read', text }
  }

  async function onPage(input: Input): Promise<Verdicts['page']> {
    const checker = createTagChecker({ readOpenFile, now: () => api.clock.now() })
    await checker.prepare()
    if (typeof input !== 'string') {
      const files = input.map(({ name, bytes }) => new File([new Uint8Array(bytes)], name))
      return ofFiles(await checker.checkFiles(files, { before: null, isOffline: false }))
    }
    const { id } = readTagId(input)
    const answer = await api.call('verifyTag', { tagId: id })
    if (answer.status !== 200) return { title: verdicts.invalid.title, facts: null, isPaper: false, count: 0 }
    return ofResult(await checker.checkTag(id, answer.data), 1)
  }

  async function inTerminal(input: Input): Promise<Verdicts['command']> {
    mkdirSync(api.folder, { recursive: true })
    const cwd = mkdtempSync(join(api.folder, 'dropped-'))
    if (typeof input !== 'string') for (const { name, bytes } of input) writeFileSync(join(cwd, name), bytes)
    const lines: string[] = []
    const words = typeof input === 'string' ? [input] : input.map(({ name }) => name)
    const options = {
      cwd,
      now: () => api.clock.now(),
      ask: (host: string, path: string) => (host === HOST ? read(path) : Promise.resolve(null)),
      print: (text: string) => void lines.push(text),
      complain: (text: string) => void lines.push(text),
    }
    const code = await verifyTagCommand([...words, '--issuer', HOST], options)
    const output = lines.join('\n')
    return { code, title: output.split('\n')[0] ?? '', output }
  }

  async function onServer(input: Input): Promise<Verdicts['server']> {
    if (typeof input === 'string') {
      const answer = await api.request(`/trusttag/verify/${encodeURIComponent(input)}`)
      if (!answer.ok) return { isValid: false, title: verdicts.invalid.title, modes: [], notices: [] }
      const { data } = await answer.json()
      return { isValid: data.isValid, title: data.words.title, modes: [data.mode], notices: [] }
    }
    const form = new FormData()
    for (const { name, bytes } of input) form.append('file', new File([new Uint8Array(bytes)], name))
    const answer = await api.request('/trusttag/verify-files', { method: 'POST', body: form })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's own response
    const { data } = (await answer.json()) as { data: Awaited<ReturnType<typeof verifyFiles>> }
    return {
      isValid: data.isValid,
      title: data.results[0]?.words.title ?? data.problem?.text ?? '',
      modes: data.results.map(({ report }) => report?.mode),
      notices: data.results.map(({ notice }) => notice),
    }
  }

  return async (input: Input): Promise<Verdicts> => ({
    page: await onPage(input),
    command: await inTerminal(input),
    server: await onServer(input),
  })
}

function ofFiles(result: FileResult): Verdicts['page'] {
  if (result.outcome === 'refused')
    return { title: problemTexts[result.problem], facts: null, isPaper: false, count: 0 }
  const [first] = result.results
  if (!first) throw new Error('A check has no result.')
  return ofResult(first, result.results.length)
}

function ofResult(result: CheckResult, count: number): Verdicts['page'] {
  if (result.outcome === 'unknown') return { title: verdicts.invalid.title, facts: null, isPaper: false, count }
  if (result.outcome !== 'checked') return { title: result.outcome, facts: null, isPaper: false, count }
  const { finding } = result
  const { facts, mode } = finding.report
  return { title: headOf(verdictOf(finding), mode), facts, isPaper: finding.file?.isPaper ?? false, count }
}
