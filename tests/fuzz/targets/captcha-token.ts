import { createProofOfWork } from '../../../api/features/captcha/proof-of-work'
import type { FuzzTarget } from '../fuzz-target'

const captchas = {
  signingKey: (candidate: string) => Promise.resolve(candidate),
  use: () => Promise.resolve(true),
  deleteExpired: () => Promise.resolve(),
}
const captcha = createProofOfWork({ captchas, clock: { now: () => Date.UTC(2026, 10, 22) }, cost: 1 })
const scope = { appId: 'app_demo', mode: 'test', origin: null } as const
const challenge = await captcha.challenge(scope)
const wrong = JSON.stringify({ challenge, solution: { counter: 1, derivedKey: '00' } })

/** The JSON within the token; each is tried as it is, too. */
export const captchaToken: FuzzTarget = {
  name: 'captcha-token',
  from: 'the token of a sign-up form',
  seeds: [wrong, '{"challenge":{"parameters":{}},"solution":{}}', wrong.replace('"counter":1', '"counter":1e999')],
  quickRuns: 200,
  async run(bytes) {
    const text = Buffer.from(bytes)
    for (const token of [text.toString('base64'), text.toString()]) {
      if (await captcha.verify(token, scope)) throw new Error('It took a token that solves nothing.')
    }
  },
}
