import { describe, expect, it } from 'vitest'
import { checkReasons, verdicts } from '../../../contract/credential/report'
import { checkWords, modeWords, reasonWords, verdictWords } from '../../../contract/credential/report-words'

const sentences = [
  ...Object.values(reasonWords),
  ...Object.values(verdictWords).map(({ text }) => text),
  ...Object.values(modeWords).map(({ text }) => text),
]
const titles = [...Object.values(verdictWords), ...Object.values(modeWords), ...Object.values(checkWords)].map(
  ({ title }) => title,
)

describe('the words of a check', () => {
  it('are there for every verdict and every reason, and for nothing else', () => {
    expect(Object.keys(verdictWords).toSorted()).toEqual([...verdicts].toSorted())
    expect(Object.keys(reasonWords).toSorted()).toEqual(Object.values(checkReasons).flat().toSorted())
  })

  it('say different things with different words', () => {
    expect(new Set(sentences).size).toBe(sentences.length)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('are those of people who hire, and of nobody else', () => {
    for (const text of [...titles, ...sentences])
      expect(text).not.toMatch(
        /\b(?:hash|merkle|root|checkpoint|cosign\w*|ed25519|did:|json|proofs? set|multibase|inclusion|cryptograph\w*|algorithm|null|parse\w*|malformed|invalid)\b/iu,
      )
  })

  it('are whole sentences', () => {
    // The one of a valid TrustTag stands in the page as it has always stood there.
    for (const text of sentences.filter((one) => one !== verdictWords.valid.text)) expect(text).toMatch(/^[A-Z].+\.$/u)
  })
})
