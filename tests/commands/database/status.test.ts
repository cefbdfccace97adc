import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { describePlace } from '../../../commands/database/status'

it('of SQLite is the full path of the file', () => {
  expect(describePlace({ dataDir: './data', databaseUrl: null })).toBe(`SQLite, ${resolve('data', 'membership.db')}`)
})

it.each([
  ['postgres://ann:geheim@db.example:5433/membership', 'PostgreSQL, membership on db.example:5433'],
  ['postgres://ann:geheim@db.example/membership?sslmode=verify-full', 'PostgreSQL, membership on db.example'],
  ['postgres:///membership?host=/run/postgresql&user=ann', 'PostgreSQL, membership on /run/postgresql'],
  ['postgres:///membership', 'PostgreSQL, membership on localhost'],
])('of %s is host and database, without user and password', (databaseUrl, place) => {
  expect(describePlace({ dataDir: '', databaseUrl })).toBe(place)
})
