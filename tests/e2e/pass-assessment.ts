import type { Attempt } from '../../contract/schemas/assessments'
import { banks } from './assessment'
import type { ProductUrls } from './product-test'

/** By the text of the question, with the skill's name in it. */
const findRightAnswers = (skill: string): Map<string, string> =>
  new Map(
    banks.flatMap(({ questions }) =>
      questions.map((question): [string, string] => [
        question.text.replaceAll('{skill}', () => skill),
        question.type === 'text' ? (question.accepted[0] ?? '') : question.right.join(','),
      ]),
    ),
  )

/** What passes: the right answer to every question, by its number. */
export async function rightAnswers({
  skill,
  questions,
}: Pick<Attempt, 'skill' | 'questions'>): Promise<Record<string, string>> {
  const known = findRightAnswers(skill)
  return Object.fromEntries(
    questions.map(({ id, text }) => {
      const answer = known.get(text)
      if (answer === undefined) throw new Error(`No bank has the question "${text}".`)
      return [String(id), answer]
    }),
  )
}

/** One call of the TrustTag site's API. @param who headers of whoever calls */
export async function callTrustTag<T>(
  { api, site }: ProductUrls,
  who: Record<string, string>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await fetch(api + path, {
    method,
    headers: { Origin: site, 'Content-Type': 'application/json', 'X-APP-ID': 'app_trusttag', ...who },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  const { data }: { data: T } = await answer.json()
  return data
}

export const as = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` })

/** Takes an assessment without a browser. @param right how many of the answers are right; all, where nothing is said */
export async function passAssessment(
  urls: ProductUrls,
  who: Record<string, string>,
  skill: string,
  right = Infinity,
): Promise<Attempt & { visitorToken?: string }> {
  const begun = await callTrustTag<Attempt & { visitorToken?: string }>(urls, who, 'POST', '/trusttag/attempts', {
    skill,
  })
  const sender = begun.visitorToken ? { ...who, 'x-visitor-token': begun.visitorToken } : who
  const path = `/trusttag/attempts/${begun.id}`
  const known = await rightAnswers(begun)
  const answers = Object.fromEntries(
    begun.questions.map(({ id, options }) => {
      const answer = known[id] ?? ''
      return [id, id <= right ? answer : (options.find((option) => !answer.split(',').includes(option)) ?? '')]
    }),
  )
  await callTrustTag(urls, sender, 'PATCH', path, { answers })
  const done = await callTrustTag<Attempt>(urls, sender, 'POST', `${path}/complete`, {})
  return { ...done, ...(begun.visitorToken && { visitorToken: begun.visitorToken }) }
}
