import type { QuestionBank } from '../../api/features/assessments/question-bank'
import { revokeAsOwner } from '../../api/features/owner/actions'
import { startTestApi } from './start-api'
import type { CallOptions, TestApi, TestApiOptions } from './start-api'

export const TRUSTTAG = 'app_trusttag'

export interface Holder {
  id: string
  email: string
  how: CallOptions
}

export type TagHolders = Awaited<ReturnType<typeof startWithHolders>>

/** Members can pass assessments and get credits. Call `close` when done. */
export async function startWithHolders(options: TestApiOptions = {}) {
  const api = await startTestApi(options)
  let members = 0

  async function join(customFields: Record<string, string> = {}, by: CallOptions = { app: TRUSTTAG }): Promise<Holder> {
    members += 1
    // A network of their own: a shared one can be evidence.
    const how = { address: `198.18.${members >> 8}.${members & 255}`, ...by }
    const email = `holder${members}@example.test`
    const { data } = await api.call(
      'signup',
      {
        email,
        password: 'correct horse battery',
        customFields: { 'first-name': 'Ada', 'last-name': 'Lovelace', phone: '5550100', ...customFields },
      },
      how,
    )
    // Only members with a verified email take assessments that count.
    await api.store.members.update(data.member.id, { verified: true })
    // Tests compare the whole database, so no mail may leave in between.
    await api.outbox.drain()
    return { id: data.member.id, email, how: { ...how, token: data.tokens.accessToken } }
  }

  async function give(holder: Holder, credits = 1): Promise<void> {
    const member = await api.store.members.findById(holder.id)
    const now = api.clock.now()
    for (let credit = 0; credit < credits; credit += 1)
      await api.store.credits.insert({
        id: api.services.secrets.id('crd'),
        appId: TRUSTTAG,
        mode: member?.mode ?? 'test',
        memberId: holder.id,
        purchaseId: null,
        status: 'AVAILABLE',
        tagId: null,
        createdAt: now,
        changedAt: now,
      })
  }

  async function pass(holder: Holder, skill = 'Electrician'): Promise<string> {
    const { data } = await api.call('startAttempt', { skill }, holder.how)
    await answerAll(api, data.id, holder.how)
    await api.call('completeAttempt', { attemptId: data.id }, holder.how)
    return data.id
  }

  /** Passes and issues a TrustTag with a new credit. */
  async function earn(holder: Holder, skill?: string, more: { visibility?: 'PUBLIC' | 'LINK' | 'PRIVATE' } = {}) {
    const attemptId = await pass(holder, skill)
    await give(holder)
    return (
      await api.call('issueTag', { attemptId, holderName: 'Ada Lovelace', visibility: 'LINK', ...more }, holder.how)
    ).data
  }

  /** As the owner does, with a log entry. */
  async function revoke(tagId: string): Promise<void> {
    const mode = (await api.store.tags.find(tagId))?.mode ?? 'test'
    await revokeAsOwner(api.services, { appId: TRUSTTAG, mode, actor: 'owner page' }, tagId, 'A mistake.')
  }

  return { ...api, join, give, pass, earn, revoke }
}

/** Answers one question after the other, because the next is sent only then. @param right number of right answers; default: all @param think called before each answer */
export async function answerAll(
  api: Pick<TestApi, 'call' | 'store' | 'services'>,
  attemptId: string,
  how: CallOptions,
  right = Infinity,
  think = () => {},
): Promise<void> {
  const known = await rightAnswers(api, attemptId)
  let { count, questions } = (await api.call('getAttempt', { attemptId }, how)).data
  for (let number = 1; number <= count; number += 1) {
    const answer = known[number] ?? ''
    think()
    const wrong = questions[number - 1]?.options.find((option) => option !== answer) ?? ''
    const next = number < count ? { at: number + 1 } : {}
    const answers = { [number]: number <= right ? answer : wrong }
    ;({ count, questions } = (await api.call('saveAnswers', { attemptId, answers, ...next }, how)).data)
  }
}

/** Right answers by question number. */
export async function rightAnswers(
  { store, services }: Pick<TestApi, 'store' | 'services'>,
  attemptId: string,
): Promise<Record<string, string>> {
  const attempt = await store.attempts.find(attemptId)
  const bank = services.banks.byId(attempt?.bankId ?? '')
  const asked = attempt?.questions ?? []
  return Object.fromEntries(asked.map(({ questionId }, index) => [index + 1, rightAnswer(bank, questionId)]))
}

function rightAnswer(bank: QuestionBank | null, questionId: string): string {
  const question = bank?.questions.find(({ id }) => id === questionId)
  if (!question) throw new Error(`No bank has the question ${questionId}.`)
  return question.type === 'text' ? (question.accepted[0] ?? '') : question.right.join(',')
}
