import { expect, it } from 'vitest'
import {
  isReadyMessage,
  isShowMessage,
  previewUrl,
  READY,
  readPreviewHash,
  showMessage,
} from '../../../console/lib/preview-messages'

const shown = { modal: 'SIGNUP', scheme: 'dark', version: 2 } as const
const target = { appId: 'app_demo', key: 'pv_a-B_1' }

it('reads the URL that it writes', () => {
  const { hash } = new URL(previewUrl(target, shown), 'https://example.com')
  expect(readPreviewHash(hash)).toEqual({ app: 'app_demo', key: 'pv_a-B_1', shown: { ...shown, version: 0 } })
  expect(readPreviewHash(new URL(previewUrl(target), 'https://example.com').hash).shown).toBeNull()
})

it.each(['', '#app=app_demo', '#app=app_demo&key=pk_sb_1', '#app=app_demo&key=pv_', '#app=a%22b&key=pv_%22'])(
  'takes no other key than one of a preview: %j',
  (hash) => {
    const { app, key } = readPreviewHash(hash)
    expect(app === null || key === null).toBe(true)
  },
)

it('knows its own messages only', () => {
  expect(isShowMessage(showMessage(shown))).toBe(true)
  expect(isReadyMessage({ kind: READY })).toBe(true)
  for (const other of [
    null,
    'x',
    {},
    { kind: 'preview-show' },
    { ...showMessage(shown), shown: { ...shown, modal: 'NONE' } },
  ])
    expect([isShowMessage(other), isReadyMessage(other)]).toEqual([false, false])
})
