// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { pageLanguage, pageLocale } from '../../../../widget/modals/texts/translations'

const root = document.documentElement

function onPage(attributes: Record<string, string>, language?: string) {
  for (const [name, value] of Object.entries(attributes)) root.setAttribute(name, value)
  if (language !== undefined) window.memberstackConfig = { language }
  return pageLanguage(window)
}

afterEach(() => {
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
  document.body.removeAttribute('lang')
  delete window.memberstackConfig
})

describe('the language of the modals', () => {
  test.each([
    ['de', 'de'],
    ['DE-at', 'de'],
    ['pt_BR', 'pt'],
    ['en', null],
    ['sv', null],
    ['', null],
    ['des', null],
    ['../de', null],
  ])('on a page in %j is that of the file %j', (lang, file) => {
    expect(onPage({ lang }).file).toBe(file)
  })

  test('is English on a page that names none', () => {
    expect(onPage({})).toEqual({ file: null, dir: undefined })
  })

  test.each([[7], [null], [{ toString: () => expect.unreachable() }]])(
    'is the page’s own where its script names %o',
    (language) => {
      Object.assign(window, { memberstackConfig: { language } })
      expect(onPage({ lang: 'fr' }).file).toBe('fr')
    },
  )

  test('is the nearest that the page names', () => {
    document.body.setAttribute('lang', 'nl')
    expect(onPage({ lang: 'fr' }).file).toBe('nl')
  })

  test('is the configured one before the page’s', () => {
    expect(onPage({ lang: 'fr' }, 'ja').file).toBe('ja')
    expect(onPage({ lang: 'fr' }, 'en').file).toBeNull()
  })

  test('is English where the configuration holds something else than a language', () => {
    Object.assign(window, { memberstackConfig: { language: { evil: true } } })
    expect(pageLanguage(window).file).toBeNull()
  })
})

describe('the direction', () => {
  test('is the language’s if the page sets none', () => {
    expect(onPage({ lang: 'ar' }).dir).toBe('rtl')
    expect(onPage({ lang: 'de' }).dir).toBe('ltr')
  })

  test('is the page’s where it says it', () => {
    expect(onPage({ lang: 'ar', dir: 'rtl' }).dir).toBeUndefined()
  })

  test('is the page’s for an untranslated language, whose texts may be the page’s own', () => {
    expect(onPage({ lang: 'he', dir: 'rtl' }).dir).toBeUndefined()
  })

  test('is that of the configured language, whatever the page’s is', () => {
    expect(onPage({ lang: 'ar', dir: 'rtl' }, 'en').dir).toBe('ltr')
    expect(onPage({ lang: 'en', dir: 'ltr' }, 'ar').dir).toBe('rtl')
  })
})

describe('amounts and dates', () => {
  test.each([
    ['de-AT', undefined, 'de-AT'],
    ['pt_br', undefined, 'pt-BR'],
    ['sv', undefined, 'sv'],
    ['de', 'fr', 'fr'],
    ['', undefined, 'en'],
    ['no language', undefined, 'en'],
    ['de', '../..', 'en'],
  ])('on a page in %j whose script names %j are written as in %s', (lang, language, locale) => {
    onPage({ lang }, language)
    expect(pageLocale(window)).toBe(locale)
  })

  test('are written as in English on a page that names no language', () => {
    expect(pageLocale(window)).toBe('en')
  })
})
