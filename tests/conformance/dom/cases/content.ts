import { expect } from '../dom-test'
import { secureContent } from '../shapes/content'
import type { Cases } from './cases'

/** Content that the server withholds from members without access. */
export const contentCases = {
  getSecureContent: async (stage) => {
    const welcome = { contentId: 'cnt_welcome' }
    expect(await stage.refused('getSecureContent', welcome)).toBe('access-denied')
    await stage.join()
    const { data } = await stage.ask(secureContent, 'getSecureContent', welcome)
    expect(data).toMatchObject({ type: 'HTML', content: expect.stringContaining('Welcome to the members area') })
    for (const contentId of ['cnt_style', 'cnt_script', 'cnt_data', 'cnt_text', 'cnt_picture', 'cnt_file'])
      await stage.ask(secureContent, 'getSecureContent', { contentId })
    expect(await stage.refused('getSecureContent', { contentId: 'cnt_download' })).toBe('access-denied')
  },
} satisfies Cases
