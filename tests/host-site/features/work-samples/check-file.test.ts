import { describe, expect, it, test } from 'vitest'
import { checkFile, limitTexts } from '../../../../host-site/features/work-samples/sample-file'
import { FIRST_PART_BYTES, nextPartBytes } from '../../../../host-site/features/work-samples/send-file'
import { formatBytes } from '../../../../host-site/lib/format'

const file = (name: string, type: string, size = 1_000) => ({ name, type, size })

describe('a chosen file', () => {
  it.each([
    file('photo.jpg', 'image/jpeg'),
    file('PLAN.PDF', ''),
    file('letter.docx', ''),
    file('film', 'video/mp4', 200_000_000),
  ])('passes by its type or its ending: %o', (chosen) => {
    expect(checkFile(chosen)).toBe('')
  })

  it.each([
    [file('notes.txt', 'text/plain'), 'This type of file is not supported. Work samples can be JPEG, PNG,'],
    [file('IMG_0012.HEIC', ''), 'tap Options > Most Compatible'],
    [file('photo', 'image/heif'), 'HEIC can’t be shown everywhere.'],
    [file('folder', ''), 'This type of file is not supported.'],
    [file('photo.jpg', 'image/jpeg', 0), 'This file is empty.'],
    [file('photo.jpg', 'image/jpeg', 20_000_001), 'This file is 20 MB. The limit for images is 20 MB.'],
    [file('film.mp4', 'video/mp4', 250_000_000), 'This file is 250 MB. The limit for videos is 200 MB.'],
    [
      file(`${'x'.repeat(252)}.pdf`, ''),
      'The name of this file is longer than 255 characters. Rename it and try again.',
    ],
  ])('that would be refused says why: %o', (chosen, reason) => {
    expect(checkFile(chosen)).toContain(reason)
  })
})

test('the limits of every kind are listed', () => {
  expect(limitTexts).toEqual([
    'Images (JPEG, PNG, WebP, GIF, AVIF) up to 20 MB',
    'Videos (MP4, WebM, MOV) up to 200 MB',
    'Documents (PDF, DOC, DOCX) up to 20 MB',
  ])
})

test('parts grow up to the server’s limit on a fast connection, and shrink on a slow one', () => {
  expect(nextPartBytes(FIRST_PART_BYTES, 200)).toBe(1_000_000)
  expect(nextPartBytes(3_000_000, 200)).toBe(4_000_000)
  expect(nextPartBytes(1_000_000, 2_000)).toBe(1_000_000)
  expect(nextPartBytes(1_000_000, 9_000)).toBe(500_000)
  expect(nextPartBytes(125_000, 60_000)).toBe(125_000)
})

test.each([
  [999, '999 bytes'],
  [1_499, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [3_240_000, '3.2 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
