// @vitest-environment happy-dom
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import type * as React from 'react'
import type { ElementType, ReactNode } from 'react'
import type * as ReactDOM from 'react-dom'
import type { createRoot, Root } from 'react-dom/client'
import { build, type Plugin } from 'vite'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { slimReact } from '../../../commands/build/slim-react.mjs'

/** React as the widget has it: each of these tests is a thing that its own code relies on. */
type Slim = Pick<typeof React, 'Component' | 'Fragment' | 'createContext' | 'createElement' | 'useContext'> &
  Pick<
    typeof React,
    'useEffect' | 'useEffectEvent' | 'useId' | 'useLayoutEffect' | 'useState' | 'useSyncExternalStore'
  > &
  Pick<typeof ReactDOM, 'createPortal'> & { createRoot: typeof createRoot }

const NAMES = {
  react:
    'Component Fragment createContext createElement useContext useEffect useEffectEvent useId useLayoutEffect useState useSyncExternalStore',
  'react-dom': 'createPortal',
  'react-dom/client': 'createRoot',
}

const exports = Object.entries(NAMES).map(([from, names]) => `export { ${names.replaceAll(' ', ', ')} } from '${from}'`)

const entry: Plugin = {
  name: 'virtual:entry',
  resolveId: (id) => (id.endsWith(entry.name) ? entry.name : null),
  load: (id) => (id === entry.name ? exports.join('\n') : null),
}

let slim: Slim
let container: HTMLElement
let root: Root

beforeAll(async () => {
  const built = await build({
    root: join(import.meta.dirname, '../../..'),
    configFile: false,
    logLevel: 'silent',
    plugins: [slimReact(), entry],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: entry.name, formats: ['iife'], name: 'slim' }, minify: true },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('The build gave nothing')
  vi.stubGlobal('reportError', vi.fn<() => void>())
  slim = runInThisContext(`${output.output[0].code};slim`)
})

beforeEach(() => {
  container = document.createElement('div')
  document.body.append(container)
  root = slim.createRoot(container)
})

afterEach(() => {
  root.unmount()
  container.remove()
})

const show = async (node: ReactNode): Promise<void> => {
  root.render(node)
  await vi.waitFor(() => expect(container.hasChildNodes()).toBe(true))
  await settled()
}

/** Renders and effects are tasks; the last of them is behind this one. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve))
}

const h = (type: ElementType, props: Record<string, unknown> | null = null, ...children: ReactNode[]): ReactNode =>
  slim.createElement(type, props, ...children)

test('it draws elements, texts, numbers, lists and nothing', async () => {
  await show(h('p', { className: 'a', htmlFor: 'b', tabIndex: -1, hidden: true }, 'one', 2, [3, null], false))
  expect(container.innerHTML).toBe('<p class="a" for="b" tabindex="-1" hidden="">one23</p>')
})

test('it draws what belongs to SVG as such', async () => {
  await show(h('svg', { viewBox: '0 0 1 1' }, h('path', { d: 'M0 0', strokeWidth: 2 })))
  expect(container.querySelector('path')?.namespaceURI).toBe('http://www.w3.org/2000/svg')
  expect(container.querySelector('path')?.getAttribute('stroke-width')).toBe('2')
})

test('elements with a key are moved, and those without a successor go', async () => {
  const list = (keys: string[]) => h('ul', null, ...keys.map((key) => h('li', { key }, key)))
  await show(list(['a', 'b', 'c']))
  const [a, , c] = container.querySelectorAll('li')
  await show(list(['c', 'd', 'a']))
  expect(container.textContent).toBe('cda')
  expect([...container.querySelectorAll('li')]).toEqual([c, expect.anything(), a])
  expect(container.querySelector('li')).toBe(c)
})

test('attributes change, and go', async () => {
  await show(h('a', { href: '/x', title: 'x', 'aria-current': true }))
  await show(h('a', { href: '/y', 'aria-current': false }))
  expect(container.innerHTML).toBe('<a href="/y" aria-current="false"></a>')
})

test('an address that is a script is no address', async () => {
  await show(h('a', { href: 'javascript:stolen()' }))
  expect(container.innerHTML).not.toContain('stolen')
})

test('a click changes state, and effects run and are cleaned up', async () => {
  const told: string[] = []
  const Counter = () => {
    const [count, setCount] = slim.useState(0)
    slim.useLayoutEffect(() => void told.push(`layout ${count}`), [count])
    slim.useEffect(() => {
      told.push(`effect ${count}`)
      return () => void told.push(`clean ${count}`)
    }, [count])
    return h('button', { onClick: () => setCount((before) => before + 1) }, count)
  }
  await show(h(Counter))
  container.querySelector('button')?.click()
  await settled()
  expect(container.textContent).toBe('1')
  root.render(null)
  await settled()
  expect(told).toEqual(['layout 0', 'effect 0', 'layout 1', 'clean 0', 'effect 1', 'clean 1'])
})

test('an effect event sees the newest values', async () => {
  const told: number[] = []
  const Teller = ({ value }: { value: number }) => {
    const tell = slim.useEffectEvent(() => told.push(value))
    slim.useEffect(() => {
      const listen = () => tell()
      addEventListener('tell', listen)
      return () => removeEventListener('tell', listen)
    }, [])
    return h('p', null, value)
  }
  await show(h(Teller, { value: 1 }))
  await show(h(Teller, { value: 2 }))
  dispatchEvent(new Event('tell'))
  expect(told).toEqual([2])
})

test('a change of context reaches who reads it, past a parent that stays', async () => {
  const context = slim.createContext('nobody')
  const Reader = () => h('p', null, slim.useContext(context))
  const between = h('div', null, h(Reader))
  await show(h(context, { value: 'one' }, between))
  await show(h(context, { value: 'two' }, between))
  expect(container.textContent).toBe('two')
})

test('what follows a store is drawn anew with it', async () => {
  const listeners = new Set<() => void>()
  let value = 'before'
  const Follower = () => {
    const now = slim.useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      () => value,
    )
    return h('p', { id: slim.useId() }, now)
  }
  await show(h(slim.Fragment, null, h(Follower), h(Follower)))
  value = 'after'
  listeners.forEach((listener) => listener())
  await settled()
  expect(container.textContent).toBe('afterafter')
  expect(new Set([...container.querySelectorAll('p')].map(({ id }) => id)).size).toBe(2)
})

test('an error reaches the nearest boundary, which can try again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let broken = true
  const Breaks = () => {
    if (broken) throw new Error('broken')
    return h('p', null, 'whole')
  }
  class Boundary extends slim.Component<{ children: ReactNode }, { failed: boolean }> {
    override state = { failed: false }
    static getDerivedStateFromError = () => ({ failed: true })
    override render() {
      if (!this.state.failed) return this.props.children
      return h('button', { onClick: () => this.setState({ failed: false }) }, 'again')
    }
  }
  await show(h('div', null, h(Boundary, null, h(Breaks))))
  expect(container.textContent).toBe('again')
  broken = false
  container.querySelector('button')?.click()
  await settled()
  expect(container.textContent).toBe('whole')
})

test('a portal draws elsewhere, and its events come back to who owns it', async () => {
  const elsewhere = document.createElement('div')
  document.body.append(elsewhere)
  const clicked = vi.fn<() => void>()
  await show(h('div', { onClick: clicked }, slim.createPortal(h('button', null, 'x'), elsewhere)))
  elsewhere.querySelector('button')?.click()
  expect(clicked).toHaveBeenCalledTimes(1)
  elsewhere.remove()
})

test('fields start with their defaults and keep what is typed; a controlled one keeps its value', async () => {
  const form = (title: string) =>
    h(
      'form',
      { title },
      h('input', { defaultValue: 'a', name: 'free' }),
      h('input', { value: 'b', readOnly: true, name: 'held' }),
      h('select', { defaultValue: 'two' }, h('option', null, 'one'), h('option', null, 'two')),
      h('textarea', { defaultValue: 'c' }),
    )
  await show(form('first'))
  const [free, held] = container.querySelectorAll('input')
  expect([free?.value, held?.value, container.querySelector('select')?.value]).toEqual(['a', 'b', 'two'])
  if (free) free.value = 'typed'
  await show(form('second'))
  expect([free?.value, container.querySelector('textarea')?.value]).toEqual(['typed', 'c'])
})

test('events carry what listeners read of them', async () => {
  const told: unknown[] = []
  const listeners = {
    onKeyDown: (event: { key: string }) => void told.push(event.key),
    onPaste: (event: { type: string }) => void told.push(event.type),
    onPointerDown: (event: { target: unknown; currentTarget: unknown }) =>
      void told.push(event.target === event.currentTarget),
    onFocus: (event: { type: string }) => void told.push(event.type),
    onSubmit: (event: { preventDefault(): void; type: string }) => {
      event.preventDefault()
      told.push(event.type)
    },
  }
  await show(h('form', listeners))
  const form = container.querySelector('form')
  form?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  form?.dispatchEvent(new Event('paste', { bubbles: true }))
  form?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  form?.dispatchEvent(new Event('focusin', { bubbles: true }))
  const submit = new Event('submit', { bubbles: true, cancelable: true })
  form?.dispatchEvent(submit)
  expect(told).toEqual(['Escape', 'paste', true, 'focus', 'submit'])
  expect(submit.defaultPrevented).toBe(true)
})

test('events that do not rise are heard where they happen', async () => {
  const told: string[] = []
  const tell = (event: { type: string }) => void told.push(event.type)
  await show(h('div', null, h('img', { onError: tell }), h('dialog', { onClose: tell, onCancel: tell })))
  container.querySelector('img')?.dispatchEvent(new Event('error'))
  for (const name of ['cancel', 'close']) container.querySelector('dialog')?.dispatchEvent(new Event(name))
  expect(told).toEqual(['error', 'cancel', 'close'])
})

test('a file that is chosen is a change, and so is a tick', async () => {
  const changed = vi.fn<() => void>()
  await show(h('div', { onChange: changed }, h('input', { type: 'file' }), h('input', { type: 'checkbox' })))
  container.querySelector('input')?.dispatchEvent(new Event('change', { bubbles: true }))
  container.querySelectorAll('input')[1]?.click()
  expect(changed).toHaveBeenCalledTimes(2)
})
