import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { errors, tooManyTries } from '../../../../contract/errors'
import { messages, notices } from '../../../../contract/messages'
import { trustTagEndpoints } from '../../../../contract/endpoints/trusttag'
import { socialErrors } from '../../../../contract/social-errors'
import { defaultTexts } from '../../../../widget/modals/texts/english'
import { TRANSLATED } from '../../../../widget/modals/texts/translations'
import { fakeClient } from '../../../support/fake-client'

const folder = new URL('../../../../widget/translations/', import.meta.url)
const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'))
const places = (text = ''): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()
const numbers = (text = ''): string[] => (text.match(/\d+/g) ?? []).toSorted()
const english: Record<string, string> = defaultTexts
const isMessage = (key: string): boolean => /^(error|success)_[a-zA-Z]+([/-]|$)/.test(key) && !(key in english)

/** The only code that is raised in the browser and shown in a modal. A closed window shows nothing. */
const BLOCKED = 'popup-blocked'
const standard = read('de')
const messageKeys = Object.keys(standard).filter(isMessage)

test('there is a file for every language that the widget asks for, and no other', () => {
  expect(readdirSync(folder).toSorted()).toEqual(TRANSLATED.map((language) => `${language}.json`).toSorted())
})

test('messages of successful calls are named by methods of the client, or by endpoints of the site', () => {
  const names = new Set([...Object.keys(fakeClient()), ...Object.keys(trustTagEndpoints)])
  expect(Object.keys(messages).filter((key) => !names.has(key.replace(/-\w+$/u, '')))).toEqual([])
})

test('what the server says is named by its codes and by methods of the client', () => {
  for (const key of messageKeys) {
    const name = key.replace(/^(error|success)_/, '')
    const refusals = [...Object.keys(errors), ...Object.keys(tooManyTries).map((way) => `too-many-requests_${way}`)]
    const said = [...Object.keys(messages), ...Object.keys(notices)]
    expect(key.startsWith('error_') ? [...refusals, BLOCKED] : said).toContain(name)
  }
})

test('what a modal about plans and teams can be refused with is among them', () => {
  const ofPlans = ['no-plan-found', 'plan-not-removable', 'plan-member-limit-reached']
  const ofPayments = ['no-purchase-found', 'payments-not-configured', 'payment-provider-unavailable']
  const ofInvitations = ['invalid-invite-token', 'team-inactive', 'team-full', 'already-in-team']
  const ofTeams = ['team-not-found', 'access-denied', 'can-only-have-one-active-team']
  const refusals = [ofPlans, ofPayments, ofInvitations, ofTeams].flat()
  expect(refusals.filter((code) => !messageKeys.includes(`error_${code}`))).toEqual([])
})

test('all that social login can be refused with is among them', () => {
  const refusals = [...Object.keys(socialErrors), 'use-social-login', BLOCKED]
  expect(refusals.filter((code) => !messageKeys.includes(`error_${code}`))).toEqual([])
})

describe.each(TRANSLATED)('the texts in %s', (language) => {
  const texts = read(language)
  const keys = Object.keys(texts).filter((key) => !isMessage(key))

  test('are those of the table, none empty', () => {
    expect(keys.filter((key) => !(key in english))).toEqual([])
    expect(Object.entries(texts).filter(([, text]) => typeof text !== 'string' || !text.trim())).toEqual([])
  })

  test('leave the same places to be filled in, and say the same numbers', () => {
    for (const key of keys) {
      expect([key, places(texts[key]), numbers(texts[key])]).toEqual([key, places(english[key]), numbers(english[key])])
    }
  })

  test('cover the same messages of the server as every other language, with the server’s numbers', () => {
    expect(Object.keys(texts).filter(isMessage).toSorted()).toEqual(messageKeys.toSorted())
    for (const [code, { message }] of Object.entries(errors)) {
      const text = texts[`error_${code}`]
      if (text !== undefined) expect([code, numbers(text)]).toEqual([code, numbers(message)])
    }
    for (const [way, message] of Object.entries(tooManyTries))
      expect([way, places(texts[`error_too-many-requests_${way}`])]).toEqual([way, places(message)])
  })

  test('are no leftovers of English', () => {
    const alike = keys.filter((key) => texts[key] === english[key] && !/^\w+_email_placeholder$/.test(key))
    // A few words are the same in two languages, and brands are the same in all.
    const common = new Set(['Password', 'Account', 'Team', 'Profile', 'Name', 'Visa', 'Mastercard', 'American Express'])
    expect(alike.filter((key) => !common.has(english[key] ?? ''))).toEqual([])
  })
})
