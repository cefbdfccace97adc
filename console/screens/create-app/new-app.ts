import type { CallInput } from '../../data/client'
import { parseUrl } from '../../../contract/parse-url'
import { browserZone, parseMoney } from '../../lib/format'

/** Answers to the wizard's questions, as typed. */
export interface NewApp {
  name: string
  siteUrl: string
  offer: 'free' | 'paid' | 'both'
  amount: string
  currency: string
  interval: 'MONTHLY' | 'YEARLY' | 'ONETIME'
  logIn: 'password' | 'code' | 'both'
  color: string
  logo: string
}

export const emptyApp: NewApp = {
  name: '',
  siteUrl: '',
  offer: 'both',
  amount: '',
  currency: 'usd',
  interval: 'MONTHLY',
  logIn: 'password',
  color: '#2746c8',
  logo: '',
}

export const currencies = ['usd', 'eur', 'gbp', 'chf', 'cad', 'aud', 'jpy'] as const

/** Colors to choose from: white text on each has a contrast of at least 4.5:1. */
export const colors = [
  { value: '#2746c8', label: 'blue' },
  { value: '#1c6b48', label: 'green' },
  { value: '#b3261e', label: 'red' },
  { value: '#6b3fa0', label: 'violet' },
  { value: '#1d1d21', label: 'black' },
] as const

/** The questions, in order. A free app has no price. */
export const steps = ['site', 'offer', 'price', 'logIn', 'look'] as const

export type Step = (typeof steps)[number]

export const stepsOf = ({ offer }: Pick<NewApp, 'offer'>): readonly Step[] =>
  offer === 'free' ? steps.filter((step) => step !== 'price') : steps

/** A field with a value that the server would refuse. */
export type Problem = 'siteUrl' | 'amount' | 'color' | 'logo'

/** Problems of one step. Empty required fields are the browser's to report. */
export function problemsOf(step: Step, app: NewApp): readonly Problem[] {
  if (step === 'site' && siteUrlOf(app.siteUrl) === null) return ['siteUrl']
  if (step === 'price') return isPrice(app) ? [] : ['amount']
  if (step !== 'look') return []
  const logo = app.logo.trim()
  return [
    ...(/^#[\da-f]{6}$/iu.test(app.color) ? [] : ['color' as const]),
    ...(logo === '' || parseUrl(logo)?.protocol === 'https:' ? [] : ['logo' as const]),
  ]
}

/** The most that payment providers take: 999,999.99 in most currencies. */
const AMOUNT_MAX_MINOR = 99_999_999

function isPrice({ amount, currency }: Pick<NewApp, 'amount' | 'currency'>): boolean {
  const minor = parseMoney(amount, currency) ?? 0
  return minor > 0 && minor <= AMOUNT_MAX_MINOR
}

/**
 * The URL in the server's format: `example.com` gets https. Null if it is not a URL.
 * Plain http is for a page on this machine.
 */
export function siteUrlOf(typed: string): string | null {
  const trimmed = typed.trim()
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//iu.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || /\s/u.test(trimmed)) return null
  const isLocal = url.hostname === 'localhost' || url.hostname.endsWith('.localhost') || url.hostname === '127.0.0.1'
  if (isLocal) return url.origin
  return url.protocol === 'https:' && url.hostname.includes('.') ? url.origin : null
}

/** The input of the endpoint. */
export function toInput(app: NewApp): CallInput<'createApp'> {
  const { name, siteUrl, offer, amount, currency, interval, logIn, color, logo } = app
  return {
    name: name.trim(),
    siteUrl: siteUrlOf(siteUrl) ?? siteUrl,
    offer,
    logIn,
    color,
    timeZone: browserZone(),
    ...(offer !== 'free' && { price: { amountMinor: parseMoney(amount, currency) ?? 0, currency, interval } }),
    ...(logo.trim() && { logo: logo.trim() }),
  }
}
