import { expect, onTestFinished, test } from 'vitest'
import { JSON_BODY_MAX_DEPTH, JSON_BODY_MAX_VALUES } from '../../../contract/limits'
import { startTestApi } from '../../support/start-api'

test('a body nested too deep or with too many values is refused before parsing; texts are ignored', async () => {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json', 'x-app-id': 'app_demo' }
    const response = await api.request('/auth/login', { method: 'POST', headers, body })
    return [response.status, JSON.parse(await response.text()).code]
  }
  const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  expect(await send(nested(JSON_BODY_MAX_DEPTH + 1))).toEqual([400, 'invalid-field-value'])
  expect(await send(nested(JSON_BODY_MAX_DEPTH))).toEqual([400, 'required-field-missing'])
  // Not even JSON: it is not parsed.
  expect(await send('{"a":['.repeat(500_000).slice(0, 1_000_000))).toEqual([400, 'invalid-field-value'])
  const wide = (values: number) => `{"a":[${Array.from({ length: values }, () => 1).join(',')}]}`
  expect(await send(wide(JSON_BODY_MAX_VALUES))).toEqual([400, 'required-field-missing'])
  expect(await send(wide(JSON_BODY_MAX_VALUES + 1))).toEqual([400, 'field-limit-exceeded'])
  const text = JSON.stringify(`"\\${'[,:'.repeat(15_000)}`)
  expect(await send(`{"email":${text},"password":"x"}`)).toEqual([400, 'invalid-email'])
})
