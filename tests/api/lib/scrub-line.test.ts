import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { scrubLine } from '../../../api/http/logging'

/** The log line of an error, with this hook. */
function lineOf(message: string): string {
  let written = ''
  const log = pino({ hooks: { streamWrite: scrubLine } }, { write: (line: string) => void (written += line) })
  log.error(
    { error: { message, stack: `Error: ${message}\n    at somewhere (/srv/app/dist/server/main.js:12:34)` } },
    'failed',
  )
  return written
}

describe('what a library puts into the sentence of an error', () => {
  it.each([
    ['a database address', 'connect postgres://app:hunter2secret@db.example:5432/members failed', 'hunter2secret'],
    ['a mail server', 'smtp://mailer%40example.com:pa%3Assecret@mail.example:587 refused', 'pa%3Assecret'],
    ['a bucket', 'PUT https://AKIDEXAMPLE:wJalrsecret@s3.example/bucket/key', 'wJalrsecret'],
    ['a mailbox', 'Key (email)=(ann.o+tag@example.co.uk) already exists', 'ann.o+tag@example.co.uk'],
    ['a key of the admin API', 'unknown key sk_sb_0123456789abcdefABCDEF', 'sk_sb_0123456789'],
    ['a key of the payment provider', 'Invalid API Key provided: sk_live_51HabcDEFghi', 'sk_live_51H'],
    ['a secret of a webhook', 'bad secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'MfKQ9r8GKYqrTwjU'],
    ['a header', 'header authorization: Bearer abc.def-ghi is wrong', 'abc.def-ghi'],
    ['a session token', `token ${'aB3-_'.repeat(8)}xyz is wrong`, 'aB3-_aB3'],
  ])('is scrubbed: %s', (_, message, secret) => {
    const line = lineOf(message)
    expect(line).not.toContain(secret)
    expect(line).toContain('…')
    expect(JSON.parse(line)).toMatchObject({ msg: 'failed' })
  })

  it('keeps everything else: IDs, UUIDs, hosts, paths, times, digests', () => {
    const said =
      'mem_sb_01JD5X3Q8W0000000000000000 key_01JD5X3Q8W0000000000000000 0197c1b2-58ab-7def-8123-456789abcdef connect ECONNREFUSED 127.0.0.1:5432 /srv/app/node_modules/pg-pool/index.js https://api.example/trusttag/log/checkpoint 2026-11-22T12:00:00.000Z e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    expect(JSON.parse(lineOf(said)).error.message).toBe(said)
  })
})
