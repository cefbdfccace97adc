import { expect, test } from 'vitest'
import { solveChallenge } from '../../contract/solve-challenge'
import { CAPTCHA_COUNTER_MAX } from '../../contract/limits'
import { aChallenge } from '../support/a-challenge'

test.for([1, 2, 137, CAPTCHA_COUNTER_MAX])('the token holds the puzzle and its answer %i', async (counter) => {
  const challenge = aChallenge(counter)
  const token = JSON.parse(atob(await solveChallenge(challenge, crypto.subtle)))
  expect(token.challenge).toEqual(challenge)
  expect(token.solution.counter).toBe(counter)
  expect(token.solution.derivedKey).toMatch(/^[0-9a-f]{64}$/u)
  expect(token.solution.derivedKey.startsWith(challenge.parameters.keyPrefix)).toBe(true)
})

test('a puzzle without an answer ends', async () => {
  const challenge = aChallenge(1, { keyPrefix: 'no hexadecimal digits' })
  await expect(solveChallenge(challenge, crypto.subtle)).rejects.toThrow('no solution')
})
