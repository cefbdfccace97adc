import { ExpectedError } from '../runtime/expected-error.mjs'

/**
 * A new member's open checkout of the demo app.
 * @param {string} api origin of a running API
 * @returns {Promise<string>} address of its page
 */
export async function openCheckout(api) {
  const email = `film-${Date.now()}@example.com`
  const { tokens } = await post(`${api}/auth/signup`, { email, password: 'a-good-password' })
  const site = new URL(api).origin
  const order = { priceId: 'prc_pro-monthly', success_url: site, cancel_url: site, origin_url: site }
  const { url } = await post(`${api}/member/plans/create-checkout-session`, order, tokens.accessToken)
  return url
}

/** @param {string} url @param {object} body @param {string} [token] */
async function post(url, body, token) {
  const headers = {
    'Content-Type': 'application/json',
    'X-APP-ID': 'app_demo',
    Origin: new URL(url).origin,
    ...(token && { Authorization: `Bearer ${token}` }),
  }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
  if (!answer?.ok)
    throw new ExpectedError(`${url} answered ${answer?.status ?? 'nothing'}; does the product run there?`)
  return (await answer.json()).data
}
