import { describe, expect, test, vi } from 'vitest'
import { createTranslations } from '../../../../widget/modals/texts/translations'
import { eventually } from '../../../support/eventually'

describe('the languages of the modals', () => {
  test('are fetched once each, when they are asked for', async () => {
    const read = vi.fn(async (language: string): Promise<unknown> => ({ login: language }))
    const translations = createTranslations(read)
    expect(read).not.toHaveBeenCalled()
    translations.ask('de')
    translations.ask('de')
    await eventually(() => expect(translations.$known.get()).toEqual({ de: { login: 'de' } }))
    translations.ask('de')
    translations.ask('fr')
    await eventually(() => expect(Object.keys(translations.$known.get())).toEqual(['de', 'fr']))
    expect(read.mock.calls).toEqual([['de'], ['fr']])
  })

  test('need nothing for English', () => {
    const read = vi.fn(async (): Promise<unknown> => ({}))
    createTranslations(read).ask(null)
    expect(read).not.toHaveBeenCalled()
  })

  test.each([
    ['cannot be had', () => Promise.reject(new Error('offline'))],
    ['is no object', () => Promise.resolve('<html>')],
    ['is nothing', () => Promise.resolve(null)],
  ])('one that %s is known to be none, and asked for again the next time', async (_, first) => {
    const read = vi.fn(async (): Promise<unknown> => ({ login: 'Entrar' })).mockImplementationOnce(first)
    const translations = createTranslations(read)
    translations.ask('pt')
    await eventually(() => expect(translations.$known.get()).toEqual({ pt: null }))
    translations.ask('pt')
    await eventually(() => expect(translations.$known.get()).toEqual({ pt: { login: 'Entrar' } }))
  })
})
