import type { BenchPages } from './bench-pages'
import type { DevtoolsBrowser } from './devtools-pipe'
import { measureAttributes } from './measure-attributes'
import { measureClick } from './measure-click'
import { measureInspector } from './measure-inspector'
import { measureLoad } from './measure-load'
import type { Contender, Figures, Round } from './round'

/** One after the other, so that a slow moment of the machine affects all of them. */
export async function measureRound(browser: DevtoolsBrowser, pages: BenchPages): Promise<Round> {
  const empty = await measureLoad(browser, pages.url('empty'))
  const floor = await measureLoad(browser, pages.url('floor'))
  const load = async (name: Contender): Promise<Omit<Figures, 'clickMs'>> => {
    const cost = await measureLoad(browser, pages.url(name))
    return { ...cost, heapBytes: cost.heapBytes - empty.heapBytes }
  }
  const click = (name: Parameters<BenchPages['url']>[0], how?: Parameters<typeof measureClick>[2]) =>
    measureClick(browser, pages.url(name), how)
  return {
    contenders: {
      widget: { ...(await load('widget')), clickMs: await click('widget', { warm: true }) },
      eager: { ...(await load('eager')), clickMs: await click('eagerClick') },
      lazy: { ...(await load('lazy')), clickMs: await click('lazy') },
      hanko: { ...(await load('hanko')), clickMs: await click('hanko', { seenIsEnough: true }) },
      netlify: { ...(await load('netlify')), clickMs: await click('netlify', { seenIsEnough: true }) },
    },
    floorScriptMs: floor.scriptMs,
    coldClickMs: await click('widget'),
    attributes: {
      widget: await measureAttributes(browser, pages, 'attributes'),
      alpine: await measureAttributes(browser, pages, 'alpine'),
    },
    inspector: await measureInspector(browser, pages),
  }
}
