/**
 * Our amounts are in the minor units of their currency: as many decimals as `Intl` knows. Stripe counts most of the
 * currencies whose cents fell out of use, such as the Hungarian forint, in hundredths all the same.
 */
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
)
const WITH_THREE: ReadonlySet<string> = new Set('bhd iqd jod kwd lyd omr tnd'.split(' '))

/** @param amountMinor in minor units of the currency */
export const toStripeAmount = (amountMinor: number, currency: string): number => amountMinor * factorOf(currency)

/** The amount in minor units of the currency. */
export const fromStripeAmount = (amount: number, currency: string): number => Math.round(amount / factorOf(currency))

function factorOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return 10 ** (stripeDecimals(currency.toLowerCase()) - maximumFractionDigits)
}

function stripeDecimals(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0
  return WITH_THREE.has(currency) ? 3 : 2
}
