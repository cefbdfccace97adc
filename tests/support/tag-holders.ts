import type { QuestionBank } from '../../api/features/assessments/question-bank'
import { revokeAsOwner } from '../../api/features/owner/actions'
import { startTestApi } from './start-api'
import type { CallOptions, TestApi, TestApiOptions } from './start-api'

export const TRUSTTAG = 'app_trusttag'

export interface Holder {
  id: string
  email: string
  /** How this member calls. */
  how: CallOptions
}

export type TagHolders = Awaited<ReturnType<typeof startWithHolders>>

/** The API, and members of the TrustTag site who can pass assessments and are given credits. Call `close` when done. */
export async function startWithHolders(options: TestApiOptions = {}) {
  const api = await startTestApi(options)
  let members = 0

  async function join(
    customFields: Record<string, string> = {},
    how: CallOptions = { app: TRUSTTAG },
  ): Promise<Holder> {
    members += 1
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
    // Tests compare the whole database: no mail may leave in between.
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
    await api.call('saveAnswers', { attemptId: data.id, answers: await rightAnswers(api, data.id) }, holder.how)
    await api.call('completeAttempt', { attemptId: data.id }, holder.how)
    return data.id
  }

  /** Passes, and has the TrustTag issued for a credit of its own. */
  async function earn(holder: Holder, skill?: string, more: { visibility?: 'PUBLIC' | 'LINK' | 'PRIVATE' } = {}) {
    const attemptId = await pass(holder, skill)
    await give(holder)
    return (
      await api.call('issueTag', { attemptId, holderName: 'Ada Lovelace', visibility: 'LINK', ...more }, holder.how)
    ).data
  }

  /** As the owner does it, in the log. */
  async function revoke(tagId: string): Promise<void> {
    const mode = (await api.store.tags.find(tagId))?.mode ?? 'test'
    await revokeAsOwner(api.services, { appId: TRUSTTAG, mode, actor: 'owner page' }, tagId, 'A mistake.')
  }

  return { ...api, join, give, pass, earn, revoke }
}

/** What the bank says is right, by number of the question. */
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
