import * as v from 'valibot'
import { adminSchemas } from '../../../contract/admin/schemas'
import { schemas } from '../../../contract/schemas'
import { appDefinitionSchema } from '../../../api/features/apps/definition'
import { questionBankSchema } from '../../../api/features/assessments/question-bank'
import demo from '../../../api/apps/app_demo.json'
import excel from '../../../api/banks/excel.json'
import { jsonOf, textOf } from '../fuzz-target'
import type { FuzzTarget } from '../fuzz-target'

const inputs: v.GenericSchema[] = [...Object.values(schemas), ...Object.values(adminSchemas)].map(({ input }) => input)

const bodies = [
  {
    email: 'a@b.co',
    password: 'correct horse',
    customFields: { 'first-name': 'A' },
    plans: [{ planId: 'pln_free' }],
    metaData: { a: 1 },
  },
  { email: 'a@b.co', token: '123456', newPassword: 'correct horse' },
  { json: { a: [{ b: null }] } },
  {
    query: { findMany: { where: { AND: [{ title: { contains: 'x' } }] }, take: 3, orderBy: { title: 'asc' } } },
    table: 'notes',
  },
  { answers: [{ id: 'q', answer: ['a'] }], attemptId: 'att_1' },
  { url: 'https://a.example/hook', events: ['member.created'], member: 'mem_1', profileImage: null },
  { priceId: 'prc_1', successUrl: '/ok', cancelUrl: '/no', couponId: 'x' },
  { holderName: 'Ann', visibility: 'PUBLIC', sessionData: { browser: 'CHROME', utmParams: { source: 'x' } } },
].map((body) => JSON.stringify(body))

/** A schema must accept its own output, because that is what is stored. */
function judge(schema: v.GenericSchema, value: unknown): void {
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (result.success) JSON.stringify(result.output)
}

const input: FuzzTarget = {
  name: 'input-schemas',
  from: 'the JSON of every call of both APIs',
  seeds: bodies,
  quickRuns: 150,
  run(bytes) {
    const value = jsonOf(bytes)
    for (const schema of inputs) judge(schema, value)
  },
}

const query: FuzzTarget = {
  name: 'query',
  from: 'the query of a GET, as texts',
  seeds: [
    'first=10&after=5',
    'email=a%40b.co&planId=pln_1',
    'channelKey=a&limit=1e9',
    '__proto__=1&constructor=2',
    'first=&first=2',
  ],
  run(bytes) {
    const value = Object.fromEntries(new URLSearchParams(textOf(bytes)))
    for (const schema of inputs) judge(schema, value)
  },
}

const appDefinition: FuzzTarget = {
  name: 'app-definition',
  from: 'an owner’s file in api/apps',
  seeds: [JSON.stringify(demo), '{"id":"app_x"}'],
  quickRuns: 150,
  run: (bytes) => judge(appDefinitionSchema, jsonOf(bytes)),
}

const questionBank: FuzzTarget = {
  name: 'question-bank',
  from: 'an owner’s file in api/banks',
  seeds: [JSON.stringify(excel), '{"skill":"x"}'],
  quickRuns: 150,
  run: (bytes) => judge(questionBankSchema, jsonOf(bytes)),
}

export const schemaTargets = [input, query, appDefinition, questionBank]
