import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { StaticPathRouter } from '../../../api/http/router'

function appOf() {
  const app = new Hono({ router: new StaticPathRouter() })
  app.use(async (context, next) => {
    await next()
    context.res.headers.append('seen', context.req.path)
  })
  app.get('/member', (context) => context.text('member'))
  app.get('/posts/:id', (context) => context.text(`post ${context.req.param('id')}`))
  app.get('/posts/new', (context) => context.text('new'))
  app.all('*', (context) => context.text(`nothing for ${context.req.method}`))
  return app
}

const ask = async (app: Hono, path: string, method = 'GET') => (await app.request(path, { method })).text()

test('a path gives the same result at the first and later times, by its method', async () => {
  const app = appOf()
  for (const _time of [1, 2]) {
    expect(await ask(app, '/member')).toBe('member')
    expect(await ask(app, '/member', 'POST')).toBe('nothing for POST')
    expect(await ask(app, '/members')).toBe('nothing for GET')
  }
})

test('parameters are read again each time', async () => {
  const app = appOf()
  expect([await ask(app, '/posts/1'), await ask(app, '/posts/2'), await ask(app, '/posts/1')]).toEqual([
    'post 1',
    'post 2',
    'post 1',
  ])
})

test('if a word and a parameter match, the first route wins, as with Hono’s own router', async () => {
  const own = new Hono()
  own.get('/posts/:id', (context) => context.text('parameter'))
  own.get('/posts/new', (context) => context.text('word'))
  expect(await ask(own, '/posts/new')).toBe('parameter')
  expect(await ask(appOf(), '/posts/new')).toBe('post new')
  const app = appOf()
  await ask(app, '/posts/new')
  expect(await ask(app, '/posts/new')).toBe('post new')
})

test('middleware runs at every request', async () => {
  const app = appOf()
  await ask(app, '/member')
  expect((await app.request('/member')).headers.get('seen')).toBe('/member')
})
