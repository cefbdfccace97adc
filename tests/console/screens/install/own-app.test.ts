import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installTag } from '../../../../contract/install-tag'
import { blockCode, blockOf, toInspectedApp } from '../../../../console/screens/install/own-app'
import { inspectSource } from '../../../../widget/inspector/rules/source/inspect-source'
import { demoApp } from '../../../widget/inspector/rules/demo-app'

const definition = JSON.parse(readFileSync(join('api', 'apps', 'app_demo.json'), 'utf8'))
const app = toInspectedApp(definition)
const words = { join: 'Join', buy: 'Buy Pro', gated: 'For members' }

const problemsOf = (text: string, own = app) =>
  inspectSource({ name: '', text, location: null }, own).filter(({ severity }) => severity !== 'found')

const page = (body: string) =>
  `<!doctype html><html><head><title>A</title>${installTag('https://members.example.com', 'app_demo')}</head><body>${body}</body></html>`

describe('the app of the page checker', () => {
  it('is the one that pages get, by what rules read', () => {
    const read = ({ plans, customFields, contentGroups, authProviders }: Omit<typeof app, 'privateIds'>) => ({
      plans: plans.map(({ id, name, status, prices }) => ({
        id,
        name,
        status,
        prices: prices.map((price) => [price.id, price.type, price.status, price.interval]),
      })),
      customFields,
      contentGroups,
      providers: authProviders.map(({ provider, name, order }) => [provider, name, order]),
    })
    expect(read(app)).toEqual(read(demoApp))
  })

  it('has hosted contents and active coupons, so that no right ID is reported', () => {
    const own = toInspectedApp({ ...definition, coupons: [{ id: 'A' }, { id: 'B', active: false }] }, ['cnt_1'])
    expect(own.privateIds).toMatchObject({ couponIds: ['A'], contentIds: ['cnt_1'] })
  })

  it.each([null, 'x', [], [null, 1], { length: 1 }])('takes a part that is %j', (plans) => {
    expect(toInspectedApp({ plans }).plans).toEqual([])
  })
})

describe('the block to copy', () => {
  it('sells the first open price and shows what its plan unlocks, without a finding', () => {
    const block = blockOf(app)
    expect(app.plans.flatMap(({ prices }) => prices.map(({ id }) => id))).toContain(block.priceId)
    const code = blockCode(block, words)
    expect(code).toContain(`data-ms-price:add="${block.priceId}"`)
    expect(problemsOf(page(code))).toEqual([])
  })

  it('is for all members without a price', () => {
    const free = toInspectedApp({ plans: [{ id: 'pln_free', name: 'Free' }] })
    expect(blockOf(free)).toEqual({ priceId: null, planName: '', gate: 'members' })
    expect(problemsOf(page(blockCode(blockOf(free), words)), free)).toEqual([])
  })

  it('skips closed prices and inactive plans', () => {
    const closed = toInspectedApp({
      plans: [
        { id: 'pln_a', name: 'A', active: false, prices: [{ id: 'prc_a' }] },
        { id: 'pln_b', name: 'B', prices: [{ id: 'prc_b', active: false }, { id: 'prc_c' }] },
      ],
    })
    expect(blockOf(closed)).toEqual({ priceId: 'prc_c', planName: 'B', gate: 'pln_b' })
  })

  it('makes no markup of names', () => {
    const code = blockCode(blockOf(app), { ...words, buy: 'Buy <img src=x onerror=alert(1)> "&' })
    expect(code).toContain('>Buy &lt;img src=x onerror=alert(1)&gt; &quot;&amp;</button>')
  })
})

describe('a page with a mistake', () => {
  it('is reported at its line', () => {
    const text = page('\n<p>One</p>\n<div data-ms-content="no-such-group">x</div>')
    expect(problemsOf(text)).toMatchObject([{ id: 'unknown-group-key', line: 3 }])
  })
})
