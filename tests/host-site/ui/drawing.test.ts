import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawings } from '../../../host-site/ui/drawing'

const folder = join(import.meta.dirname, '../../../host-site/ui/drawings')
const files = readdirSync(folder)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const nameOf = (url: string): string => basename(url).replace(/\?.*/, '')

describe('the drawings', () => {
  it('are all used', () => {
    const found = files.flatMap((file) => [...read(file).matchAll(/<symbol id="(\w+)"/g)].map(([, name = '']) => name))
    expect(Object.keys(drawings).toSorted()).toEqual(found.toSorted())
  })

  it.each(Object.entries(drawings))('%s has the size that its file says', (name, { file, width, height }) => {
    expect(read(nameOf(file))).toContain(`<symbol id="${name}" viewBox="0 0 ${width} ${height}"`)
  })

  it.each(files)('%s takes its colors from the page, so that they suit both schemes', (file) => {
    const colours = [...read(file).matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => colour)
    expect(colours.length).toBeGreaterThan(0)
    expect(colours.filter((colour) => colour !== 'none' && !colour?.includes('var(--'))).toEqual([])
  })

  it.each(files)('%s contains neither script nor style', (file) => {
    expect(read(file)).not.toMatch(/<script|<style|style=|\son\w+=|https?:\/\/(?!www\.w3\.org)/)
  })
})
