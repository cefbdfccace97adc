import { expect, test } from 'vitest'
import { mailboxOf } from '../../../api/lib/text'

test.each([
  ['Ann@Example.com', 'ann@example.com'],
  [' ann+tag@example.com ', 'ann@example.com'],
  ['a.b+c@googlemail.com', 'ab@gmail.com'],
  ['a.b@example.com', 'a.b@example.com'],
  ['+odd@example.com', '+odd@example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
