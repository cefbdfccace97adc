import { ApiError } from '../../../api/lib/errors'
import { sanitizeComment } from '../../../api/features/comments/content'
import { readCustomFields } from '../../../api/features/members/fields'
import { isPlainObject, readQuery } from '../../../api/features/data-tables/query-parser'
import { readRecordData } from '../../../api/features/data-tables/fields'
import { parseFlowRequest } from '../../../api/features/social/pages'
import { demoApp } from '../demo-app'
import { allowing, allowingLater, jsonOf, textOf } from '../fuzz-target'
import type { FuzzTarget } from '../fuzz-target'

const [table] = demoApp.dataTables
if (!table) throw new Error('The app of these targets has no table.')

const query: FuzzTarget = {
  name: 'table-query',
  from: 'a query of a data table',
  seeds: [
    '{"findMany":{"where":{"AND":[{"title":{"contains":"x"}},{"NOT":{"count":{"gte":1.5}}}]},"orderBy":{"title":"asc"},"take":3,"after":"rec_1"}}',
    '{"findMany":{"include":{"next":{"take":2,"include":{"readers":true}},"_count":{"select":{"next":true}}},"select":{"title":true},"_count":true}}',
    '{"findUnique":{"where":{"id":"rec_1"}}}',
    '{"findMany":{"where":{"__proto__":{"contains":"x"},"day":{"lt":"2026-01-01"},"title":{"in":["a"]}}}}',
  ],
  run(bytes) {
    const value = jsonOf(bytes)
    if (isPlainObject(value)) allowing([ApiError], () => readQuery(demoApp, table, value))
  },
}

const record: FuzzTarget = {
  name: 'table-record',
  from: 'the data of a record',
  seeds: [
    '{"title":"x","count":1.5,"day":"2026-01-01T00:00:00Z","url":"https://a.example","next":{"connect":[{"id":"rec_1"}]}}',
    '{"readers":{"connect":{"self":true},"disconnect":["mem_1"]},"count":"1e999"}',
    '{"__proto__":{"title":1},"constructor":1,"day":"0000-99-99","url":"javascript:alert(1)"}',
  ],
  run(bytes) {
    const value = jsonOf(bytes)
    if (!isPlainObject(value)) return
    const read = allowing([ApiError], () => readRecordData(table, value, { kind: 'page', member: null }))
    const url = read?.values['url']
    if (typeof url === 'string' && /^\s*javascript:/iu.test(url)) throw new Error('A script is kept as an address.')
  },
}

const fields: FuzzTarget = {
  name: 'custom-fields',
  from: 'custom fields of a sign-up',
  seeds: [
    '{"first-name":"Ann","last-name":null}',
    '{"__proto__":"x","toString":"y"}',
    '{"first-name":["a"],"company":1}',
  ],
  run(bytes) {
    const value = jsonOf(bytes)
    if (!isPlainObject(value)) return
    const read = allowing([ApiError], () => readCustomFields(demoApp, value)) ?? {}
    const known = new Set(demoApp.customFields.map(({ key }) => key))
    const other = Object.keys(read).find((key) => !known.has(key))
    if (other !== undefined) throw new Error(`The app has no field ${other}.`)
  },
}

const wishes: FuzzTarget = {
  name: 'provider-wishes',
  from: 'the address of a provider’s window',
  seeds: [
    'customFields=%7B%22first-name%22%3A%22A%22%7D&plans=%5B%7B%22planId%22%3A%22pln_free%22%7D%5D&inviteToken=x&allowSignup=true',
    'customFields=%257B%2522a%2522%253A1%257D&plans=undefined',
    'customFields=%25%25%25&plans=null&inviteToken=',
    'customFields={"__proto__":{"a":1}}',
  ],
  run: (bytes) => void allowing([ApiError], () => parseFlowRequest(demoApp, new URLSearchParams(textOf(bytes)))),
}

const comment: FuzzTarget = {
  name: 'comment',
  from: 'what somebody writes below a page',
  seeds: [
    'Hello <b>you</b>',
    '<img src=x onerror=alert(1)>',
    '<a href="https://a.example">x</a> buy lottery',
    '<p><script>1</script>',
  ],
  quickRuns: 200,
  async run(bytes) {
    const app = { comments: { moderators: [], blockedWords: ['lottery', '(', 'a+'] } }
    const kept = await allowingLater([ApiError], () => sanitizeComment(app, textOf(bytes)))
    if (kept && /<(script|img|form|iframe|svg)[\s>/]|\shref="javascript:/iu.test(kept.content))
      throw new Error(`It kept ${kept.content}.`)
  },
}

export const queryTargets = [query, record, fields, wishes, comment]
