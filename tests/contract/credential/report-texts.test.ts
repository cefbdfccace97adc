import { describe, expect, it } from 'vitest'
import { checkReasons, verdicts } from '../../../contract/credential/report'
import { checkTexts, modeTexts, reasonTexts, verdictTexts } from '../../../contract/credential/report-texts'

const sentences = [
  ...Object.values(reasonTexts),
  ...Object.values(verdictTexts).map(({ text }) => text),
  ...Object.values(modeTexts).map(({ text }) => text),
]
const titles = [...Object.values(verdictTexts), ...Object.values(modeTexts), ...Object.values(checkTexts)].map(
  ({ title }) => title,
)

describe('the words of a check', () => {
  it('are there for every verdict and every reason, and for nothing else', () => {
    expect(Object.keys(verdictTexts).toSorted()).toEqual([...verdicts].toSorted())
    expect(Object.keys(reasonTexts).toSorted()).toEqual(Object.values(checkReasons).flat().toSorted())
  })

  it('say different things with different words', () => {
    expect(new Set(sentences).size).toBe(sentences.length)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('are written for people who hire', () => {
    for (const text of [...titles, ...sentences])
      expect(text).not.toMatch(
        /\b(?:hash|merkle|root|checkpoint|cosign\w*|ed25519|did:|json|proofs? set|multibase|inclusion|cryptograph\w*|algorithm|null|parse\w*|malformed|invalid)\b/iu,
      )
  })

  it('are whole sentences', () => {
    // The text for a valid TrustTag on the page has never changed.
    for (const text of sentences.filter((one) => one !== verdictTexts.valid.text)) expect(text).toMatch(/^[A-Z].+\.$/u)
  })
})
