import { createHmac, pbkdf2Sync } from 'node:crypto'
import type { CaptchaChallenge } from '../../contract/schemas/captcha'

/** A puzzle with this solution, made without the solver. */
export function aChallenge(counter: number, changes: Partial<CaptchaChallenge['parameters']> = {}): CaptchaChallenge {
  const nonce = '000102030405060708090a0b0c0d0e0f'
  const salt = 'f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff'
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), count])
  const key = pbkdf2Sync(password, Buffer.from(salt, 'hex'), 10, 32, 'sha256')
  return {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      nonce,
      salt,
      cost: 10,
      keyLength: 32,
      keyPrefix: key.subarray(0, 16).toString('hex'),
      keySignature: createHmac('sha256', 'secret').update(key).digest('hex'),
      data: { app: 'app_demo', mode: 'test', expires: 4_102_444_800_000 },
      ...changes,
    },
    signature: 'signature',
  }
}
