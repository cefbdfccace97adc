import { afterEach, describe, expect, test } from 'vitest'
import { defaultTexts } from '../../../widget/modals/texts/english'
import { errorTextOf, pageText, pageTexts, setTextLookup } from '../../../widget/stores/texts'

afterEach(() => setTextLookup(null))

describe('the texts of the page', () => {
  test('are part of the table of texts', () => expect(defaultTexts).toMatchObject(pageTexts))

  test('are in English by default', () => {
    expect(pageText('code_mailed_message')).toBe('We emailed you a code.')
    expect(pageText('provider_login_message', { provider: 'Google' })).toContain('log in with Google')
  })

  test('come from the lookup, with their values filled in', () => {
    setTextLookup((key) => (key === 'provider_login_message' ? 'Mit {provider}, bitte.' : null))
    expect(pageText('provider_login_message', { provider: 'Google' })).toBe('Mit Google, bitte.')
    expect(pageText('code_error_message')).toBe('Please enter a valid code')
  })

  test('of errors are found by code, or stay', () => {
    setTextLookup((key) => (key === 'error_login-required' ? 'Bitte anmelden.' : null))
    expect(errorTextOf('login-required', 'Please log in.')).toBe('Bitte anmelden.')
    expect(errorTextOf('invalid-file-type', 'File is not an image.')).toBe('File is not an image.')
  })
})
