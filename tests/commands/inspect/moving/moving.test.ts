import { createServer } from 'node:http'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readDefinition } from '../../../../api/features/apps/read-definition'
import { inspectCommand } from '../../../../commands/inspect/command'
import { readSite } from '../../../../commands/inspect/moving/crawl'
import { usageOf } from '../../../../commands/inspect/moving/usage'
import { tempFolder } from '../../../support/temp-folder'

const site: Record<string, string> = {
  'index.html': `<!doctype html><html><head>
    <script src="https://static.memberstack.com/scripts/v1/memberstack.js" data-memberstack-app="app_cm1"></script></head><body>
    <a data-ms-modal="login">Log in</a><a data-ms-modal="auth">x</a>
    <a data-ms-modal="signup" data-ms-plan:add="pln_free-x1">Join</a>
    <a data-ms-price:add="prc_annual-199" data-ms-modal="signup">Buy</a>
    <a data-ms-price:add="prc_monthly" data-ms-plan:add="pln_studio">Buy</a>
    <a href="https://checkout.memberstack.com/buy/1">Buy there</a>
    <p data-ms-content="studio">x</p><p data-ms-content="!vault">x</p><p data-ms-content="members">x</p>
    <p data-ms-content="pln_gold">x</p><p data-ms-coupon="SPRING">x</p>
    <script>window.$memberstackDom.getCurrentMember().then(({ data }) => data.planConnections.some(({ planId }) => planId === 'pln_silver'))</script>
    </body></html>`,
  'profile.html': `<form data-ms-form="profile"><input data-ms-member="first-name" />
    <select data-ms-member="size"><option value="">Choose</option><option>S</option><option value="l">L</option></select>
    <input type="checkbox" data-ms-member="news" /><input type="tel" data-ms-member="phone" /><textarea data-ms-member="about"></textarea>
    <input data-ms-member="Not valid" /><input type="email" data-ms-member="email" />
    <button data-ms-auth-provider="google">Google</button></form>`,
  'old.html': `<a href="#/ms/signup/5c61ea85">Join</a><a ms-hide-element="true">x</a><form ms-login="true"><input ms-field="company" /></form>
    <script>MemberStack.onReady.then((member) => member.loggedIn)</script>`,
}

async function move(argv: string[], files: Record<string, string> = site) {
  const cwd = tempFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  const [out, err]: [string[], string[]] = [[], []]
  const print = (text: string) => void out.push(text)
  const complain = (line: string) => void err.push(line)
  const options = { cwd, env: {}, colour: false, print, complain }
  const code = await inspectCommand(['--moving', ...argv], options)
  return {
    code,
    out: out.join('\n'),
    err: err.join('\n'),
    read: (name: string) => readFileSync(join(cwd, name), 'utf8'),
  }
}

test('names in scripts that have no effect are listed, those of files too', async () => {
  const { out } = await move(['.'], {
    'index.html': '<!doctype html><script src="app.js"></script><script>$memberstackDom.getMember()</script>',
    'app.js': "document.addEventListener('memberstack:ready', start)\n// $memberstackDom.getToken()",
  })
  const [, names = ''] = out.split('\nNames in scripts that have no effect\n')
  const [list = ''] = names.split('\n\n')
  expect(list.split('\n')).toEqual([
    '  $memberstackDom.getMember does not exist. Write getCurrentMember().  index.html',
    '  The event memberstack:ready does not exist. Write memberstack.ready, with a dot.  app.js',
  ])
})

describe('a folder', () => {
  test('its markup, old markup, scripts and links to the vendor are listed', async () => {
    const { code, out, err } = await move(['.'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const line of [
      '3 pages read.',
      '  app_cm1  index.html',
      '  auth modal (not supported)  index.html',
      '  login modal  index.html',
      '  pln_free-x1  index.html',
      '  prc_annual-199  index.html',
      '  coupon SPRING  index.html',
      '  #/ms/signup  old.html',
      '  MemberStack  old.html',
      '  ms-hide-element  old.html',
      '  https://checkout.memberstack.com/buy/1  index.html',
      '  old.html:2  MemberStack.onReady',
      '  index.html:10  $memberstackDom.getCurrentMember',
      '  Not valid',
    ])
      expect(out.split('\n')).toContain(line)
  })

  test('the missing parts become a definition; what the pages do not say is closed', async () => {
    const { read } = await move(['.'])
    const app = readDefinition('app_cm1.json', read('app_cm1.json'))
    expect(app.id).toBe('app_cm1')
    expect(
      app.plans.map(({ id, restrictedToAdmin, prices }) => [
        id,
        restrictedToAdmin,
        prices.map((one) => [one.id, one.active]),
      ]),
    ).toEqual([
      ['pln_free-x1', false, []],
      ['pln_gold', true, []],
      ['pln_silver', true, []],
      ['pln_5c61ea85', true, []],
      ['pln_annual-199', false, [['prc_annual-199', false]]],
      ['pln_studio', false, [['prc_monthly', false]]],
      ['pln_undecided', true, []],
    ])
    expect(app.contentGroups.map(({ key, plans }) => [key, plans])).toEqual([
      ['studio', ['pln_studio']],
      ['vault', ['pln_undecided']],
    ])
    expect(app.customFields.map(({ key, type, options, visibility }) => [key, type, options, visibility])).toEqual([
      ['company', 'text', [], 'PRIVATE'],
      ['first-name', 'text', [], 'PRIVATE'],
      ['size', 'select', ['S', 'l'], 'PRIVATE'],
      ['news', 'checkbox', [], 'PRIVATE'],
      ['phone', 'phone', [], 'PRIVATE'],
      ['about', 'textarea', [], 'PRIVATE'],
    ])
    expect(app.authProviders.map(({ provider }) => provider)).toEqual(['google'])
  })

  test('an app that has everything lacks nothing', async () => {
    const first = await move(['.'])
    const { out, read } = await move(['--app', 'app.json', '--out', 'again.json', '.'], {
      ...site,
      'app.json': first.read('app_cm1.json'),
    })
    expect(out).toContain('Missing in app_cm1\n  nothing')
    expect(JSON.parse(read('again.json'))).toEqual(JSON.parse(first.read('app_cm1.json')))
  })

  test('what only scripts name is found too: fields, calls by another name, an added install tag, chosen prices', async () => {
    const { out } = await move(['.'], {
      'index.html': `<html><head><script>var s = document.createElement('script'); s.setAttribute('data-memberstack-app', 'app_cm2')</script></head>
        <input type="radio" value="prc_yearly-1" /><input type="radio" value="other" />
        <script>const ms = window.$memberstackDom
          ms.updateMember({ customFields: { 'last-lesson': JSON.stringify({ slug, at: [1] }), streak_count: String(days.length) } })
          ms.getCurrentMember().then(({ data: { customFields } }) => Object.keys(customFields).length)</script>
        <script>var member = JSON.parse(localStorage.getItem('_ms-mem')); show(member.customFields['Nombre'], member.customFields.gender, member.customFields.map)</script>
        <script>$('#buy').attr('data-ms-price:add', 'prc_monthly-1'); other.customFields.nothing = 1</script></html>`,
    })
    const lines = out.split('\n')
    expect(lines).toContain('  app_cm2  index.html')
    expect(lines).toContain('  index.html:3  ms.updateMember, ms.getCurrentMember')
    expect(lines).toContain('  prices: prc_yearly-1, prc_monthly-1')
    expect(lines).toContain('  fields: last-lesson, streak_count, Nombre, gender')
  })

  test('JSON lists the same', async () => {
    const { out } = await move(['--json', '.'])
    expect(JSON.parse(out)).toMatchObject({
      pages: 3,
      app: 'app_cm1',
      file: 'app_cm1.json',
      missing: { groups: ['studio', 'vault'] },
      used: { old: { 'ms-login': ['old.html'] } },
    })
  })

  test('a file is never overwritten', async () => {
    const { code, err, read } = await move(['.'], { ...site, 'app_cm1.json': 'mine' })
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining('already exists. Name another file with --out.'),
    })
    expect(read('app_cm1.json')).toBe('mine')
  })

  test.each([
    [['none.html'], 'none.html does not exist.'],
    [['--app', 'index.html', '.'], 'index.html: '],
    [['--app', 'none.json', '.'], 'ENOENT'],
  ])('%j: what cannot be read is named', async (argv, problem) => {
    const { code, err } = await move(argv)
    expect(code).toBe(2)
    expect(err).toContain(problem)
  })

  test('prints no control characters of a page', async () => {
    const { out } = await move(['odd.html'], {
      'odd.html': '<b data-ms-content="\u001b[31m\u202e">x</b><i data-ms-modal="\u001b[2J"></i>',
    })
    expect(out).toContain('modal')
    expect(out).not.toMatch(/\p{Cf}|(?!\n)\p{Cc}/u)
  })
})

test('scripts in a named folder are read with its pages, and nothing outside it', async () => {
  const folder = tempFolder()
  const page = '<script src="js/app.js"></script><script src="/js/shop.js?v=2"></script><script src="../x.js"></script>'
  mkdirSync(join(folder, 'site/js'), { recursive: true })
  writeFileSync(join(folder, 'site/index.html'), page)
  writeFileSync(join(folder, 'site/js/app.js'), 'MemberStack.onReady.then(() => {})')
  writeFileSync(join(folder, 'site/js/shop.js'), '$memberstackDom.addPlan({ planId: "pln_by-script" })')
  writeFileSync(join(folder, 'x.js'), '$memberstackDom.addPlan({ planId: "pln_outside" })')
  const { sources, scripts, problems } = await readSite(['site'], folder)
  expect(problems).toEqual([])
  expect(scripts.map(({ name }) => name)).toEqual(['site/js/app.js', 'site/js/shop.js'])
  const usage = usageOf(sources, scripts)
  expect([...usage.old.keys()]).toEqual(['MemberStack'])
  expect([...usage.otherPlans.keys()]).toEqual(['pln_by-script'])
})

describe('a URL', () => {
  let stop = (): void => {}
  afterEach(() => stop())

  async function serve(pages: Record<string, string>) {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      const page = pages[request.url ?? '']
      if (page === undefined) response.writeHead(404).end()
      else if (/^https?:/.test(page)) response.writeHead(302, { location: page }).end()
      else {
        const type = request.url?.includes('.js') ? 'text/javascript' : 'text/html'
        response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(page)
      }
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stop = () => void server.close()
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The server has no port.')
    return { url: `http://127.0.0.1:${address.port}`, asked }
  }

  const limits = { pages: 50, scripts: 2, characters: 1_000_000, milliseconds: 20_000 }

  test('pages of the same origin are read once; files, fragments and other origins are not', async () => {
    const { url, asked } = await serve({
      '/': '<a href="/a.html#x">a</a><a href="a.html">a</a><a href="https://example.com/">x</a><a href="/logo.png">x</a><a href="mailto:a@b">x</a>',
      '/a.html': '<a href="/">home</a><a href="/gone">gone</a><p data-ms-content="crew">x</p>',
    })
    const read = await readSite([`${url}/`], '/', limits)
    expect(asked).toEqual(['/', '/a.html', '/gone'])
    expect(read.sources.map(({ name }) => name)).toEqual([`${url}/`, `${url}/a.html`])
    expect(read.problems).toEqual([`${url}/gone returned status 404.`])
  })

  test.each([
    [{ ...limits, pages: 3 }, '3 pages'],
    [{ ...limits, characters: 1 }, '0 MB'],
    [{ ...limits, milliseconds: 0 }, '0 seconds'],
  ])('a limit ends the crawl: %o', async (small, reached) => {
    const pages = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [`/${n || ''}`, `<a href="/${n + 1}">next</a>`]),
    )
    const { url, asked } = await serve(pages)
    const { problems } = await readSite([`${url}/`], '/', small)
    expect(problems).toEqual([`${url}: stopped after ${reached}; 1 pages were not read.`])
    expect(asked.length).toBeLessThanOrEqual(3)
  })

  test('scripts of the same origin are read, up to a number; the install script and other origins are not', async () => {
    const { url, asked } = await serve({
      '/': '<script src="/membership.js" data-memberstack-app="app_x"></script><script src="app.js"></script><script src="https://example.com/x.js"></script><a href="/b">b</a>',
      '/b': '<script src="/app.js?v=2"></script><script src="/2.js"></script><script src="/3.js"></script>',
      '/app.js': 'window.$memberstackDom.purchasePlansWithCheckout({ priceId: "prc_by-script" })',
      '/app.js?v=2': '',
      '/2.js': '',
    })
    const read = await readSite([`${url}/`], '/', { ...limits, scripts: 3 })
    expect(asked).toEqual(['/', '/b', '/app.js', '/app.js?v=2', '/2.js'])
    expect(read.problems).toEqual([`${url}: stopped after 3 scripts; 1 scripts were not read.`])
    const usage = usageOf(read.sources, read.scripts)
    expect([...usage.prices]).toEqual([['prc_by-script', new Set([`${url}/app.js`])]])
    expect(usage.scripts).toEqual([
      { file: `${url}/app.js`, line: 1, calls: ['$memberstackDom.purchasePlansWithCheckout'] },
    ])
  })

  test('a redirect to another origin is not followed: nothing is sent there', async () => {
    const other = await serve({ '/secret': '<p data-ms-content="theirs">x</p>', '/s.js': 'MemberStack.onReady' })
    const stopOther = stop
    const { url } = await serve({
      '/': '<a href="/out">x</a><a href="/moved">y</a><script src="/out.js"></script>',
      '/out': `${other.url}/secret`,
      '/out.js': `${other.url}/s.js`,
      '/here': '<p data-ms-content="ours">x</p>',
      '/moved': 'https:/here',
    })
    const read = await readSite([`${url}/`], '/', limits)
    expect(other.asked).toEqual([])
    expect(read.problems).toEqual([
      `${url}/out redirects to ${other.url}, which is not read.`,
      `${url}/moved redirects to https://here, which is not read.`,
      `${url}/out.js redirects to ${other.url}, which is not read.`,
    ])
    expect(await readSite([`${url}/out`], '/', limits)).toMatchObject({ sources: [] })
    expect(other.asked).toEqual([])
    stopOther()
  })

  test('the command reads a site by its URL', async () => {
    const { url } = await serve({
      '/': '<a href="/b">b</a><script data-memberstack-id="aa11" src="x.js"></script>',
      '/b': '<p data-ms-content="crew">x</p>',
    })
    const { code, out, read } = await move([`${url}/`, '--out', 'site.json'], {})
    expect(code).toBe(0)
    expect(out).toContain('2 pages read.')
    const app = readDefinition('site.json', read('site.json'))
    expect(app).toMatchObject({ id: 'app_aa11', liveDomains: [] })
    expect(app.contentGroups.map(({ key }) => key)).toEqual(['crew'])
  })
})
