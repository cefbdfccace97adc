/** How far the work is, named by the text that says so; before it begins nothing is said. */
export type CaptchaState = 'captcha_label' | 'captcha_working' | 'captcha_done'

/** What finds out, for one form, whether a person fills it in. */
export interface Captcha {
  /** Begins what can be done ahead of `obtain`, once; never throws. */
  prepare: () => void
  /**
   * A token for one call.
   * @throws Error with a sentence for the person when none can be had; the next call tries again
   */
  obtain(): Promise<string>
  /** Forgets the token: it was sent, and a server takes each only once. */
  reset(): void
  /** Takes off the page what was drawn. */
  end(): void
}
