import { expect, test } from 'vitest'
import { openTestServices, tokenIn } from '../../../support/open-test-services'

async function openAsAnn() {
  const services = await openTestServices()
  const { data } = await services.call('signup', { email: 'ann@example.com', password: 'correct horse' })
  return { services, context: await services.as(data.tokens.accessToken) }
}

test('the member gets a link; a newer one replaces it', async () => {
  const { services, context } = await openAsAnn()
  await services.call('sendEmailVerification', {}, context)
  await services.call('sendEmailVerification', {}, context)
  const tokens = (await services.mails()).map(tokenIn)
  const found = tokens.map((token) =>
    services.store.codes.findByLink(services.secrets.digest(token), 'verify-email', services.clock.now()),
  )
  expect((await Promise.all(found)).map((row) => row?.memberId)).toEqual([undefined, context.member?.id])
})

test('the link of a verification mail resets no password', async () => {
  const { services, context } = await openAsAnn()
  await services.call('sendEmailVerification', {}, context)
  const [mail] = await services.mails()
  const reset = services.call('resetPassword', { token: tokenIn(mail), newPassword: 'another horse' })
  await expect(reset).rejects.toMatchObject({ code: 'invalid-reset-code' })
})

test('a verified member gets that error', async () => {
  const { services, context } = await openAsAnn()
  const member = { ...context.member!, verified: true }
  const attempt = services.call('sendEmailVerification', {}, { ...context, member })
  await expect(attempt).rejects.toMatchObject({ code: 'already-verified' })
})

test('an account gets five mails in 15 minutes', async () => {
  const { services, context } = await openAsAnn()
  for (let mail = 0; mail < 5; mail += 1) await services.call('sendEmailVerification', {}, context)
  const sixth = services.call('sendEmailVerification', {}, context)
  await expect(sixth).rejects.toMatchObject({ code: 'too-many-requests' })
})

test.for([
  { mode: 'test', origin: 'http://localhost:4002', named: 'http://localhost:4002', fits: true },
  { mode: 'test', origin: 'http://localhost:4002', named: 'http://localhost:4002/page', fits: true },
  { mode: 'test', origin: 'http://localhost:4002', named: 'http://localhost:4003', fits: false },
  { mode: 'test', origin: null, named: 'http://localhost:4002', fits: false },
  { mode: 'live', origin: 'https://demo.example', named: 'https://demo.example', fits: true },
  { mode: 'live', origin: 'https://evil.example', named: 'https://evil.example', fits: false },
] as const)('origin_domain $named from $origin in $mode mode fits: $fits', async ({ mode, origin, named, fits }) => {
  const { services, context } = await openAsAnn()
  const attempt = services.call('sendEmailVerification', { origin_domain: named }, { ...context, mode, origin })
  if (fits) await expect(attempt).resolves.toMatchObject({ data: { success: true } })
  else await expect(attempt).rejects.toMatchObject({ code: 'invalid-field-value' })
})
