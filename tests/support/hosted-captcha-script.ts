import { vi } from 'vitest'

type Options = Record<string, unknown>

/** Fakes the script of hCaptcha or Turnstile. */
export interface HostedCaptchaScript {
  /** Requested URLs, in order. */
  wanted: string[]
  /** Loads the requested script. */
  arrive(): void
  /** Fails to load it. */
  fail(): void
  /** Rendered widgets, in order. */
  drawn: { place: HTMLElement; options: Options }[]
  /** Ends a check: `callback` with a token, or another callback with a reason. */
  answer(name: string, value: string): void
  reset: ReturnType<typeof vi.fn>
  remove: ReturnType<typeof vi.fn>
  execute: ReturnType<typeof vi.fn>
}

/** Intercepts the script and provides the provider's interface on demand. */
export function hostedCaptchaScript(provider: 'hcaptcha' | 'turnstile'): HostedCaptchaScript {
  const scripts: HTMLScriptElement[] = []
  const drawn: HostedCaptchaScript['drawn'] = []
  let token = ''
  const reset = vi.fn(() => void (token = ''))
  const remove = vi.fn()
  const execute = vi.fn()
  vi.spyOn(document.head, 'append').mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) scripts.push(node)
  })
  const render = (place: HTMLElement, options: Options): string => {
    drawn.push({ place, options })
    return 'captcha-1'
  }
  const call = (owner: object, name: string, ...values: unknown[]): void => {
    const callback: unknown = Reflect.get(owner, name)
    if (typeof callback !== 'function') throw new Error(`There is no ${name}`)
    callback(...values)
  }
  return {
    get wanted() {
      return scripts.map((script) => script.src)
    },
    arrive() {
      vi.stubGlobal(provider, { render, reset, remove, execute, getResponse: () => token })
      const ready = new URL(scripts.at(-1)?.src ?? '').searchParams.get('onload') ?? ''
      call(globalThis, ready)
    },
    fail: () => void scripts.at(-1)?.dispatchEvent(new Event('error')),
    drawn,
    answer(name, value) {
      if (name === 'callback') token = value
      call(drawn.at(-1)?.options ?? {}, name, value)
    },
    reset,
    remove,
    execute,
  }
}
