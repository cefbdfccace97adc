import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openSecurityLog } from '../../../api/http/security-log'
import { mountSmallDisk } from '../../support/small-disk'

test('events that a full disk rejects are written once it has space again, and the main log warns once', (context) => {
  const disk = mountSmallDisk(1) ?? context.skip('no disk can be mounted here')
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const file = join(disk.folder, 'security.jsonl')
  const securityLog = openSecurityLog({ securityLog: file, development: false }, log)
  const write = (from: number, to: number) => {
    for (let i = from; i < to; i += 1) securityLog.write('login-refused', { subject: `mem_${i}` })
  }
  write(0, 3)
  disk.fill()
  write(3, 300)
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, msg: 'the security log cannot be written' }),
  ])
  disk.free()
  write(300, 301)
  const written = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(written.map((line) => JSON.parse(line).subject)).toEqual(Array.from({ length: 301 }, (_, i) => `mem_${i}`))
  disk.fill()
  write(301, 400)
  expect(lines).toHaveLength(2)
})
