import { describe, expect, it } from 'vitest'
import { missingReactFeatures } from './react-features'
import { readTree } from './read-tree'

const component = (text: string) => missingReactFeatures([{ path: 'widget/modals/a.tsx', text }])

describe('the widget and the part of React that it has', () => {
  it('agree', () => {
    expect(missingReactFeatures(readTree())).toEqual([])
  })

  it.each([
    "import { lazy, useState } from 'react'",
    "import { useState, Suspense } from 'react'",
    "import { hydrateRoot } from 'react-dom/client'",
    '<title>A</title>',
    '<form action={save}>',
    '<input onSelect={look} />',
  ])('would be noticed to disagree: %s', (text) => {
    expect(component(text)).toHaveLength(1)
  })

  it.each(["import { useState, useEffect } from 'react'", "import { use } from './use'", '<form method="post">'])(
    'agree about %s',
    (text) => {
      expect(component(text)).toEqual([])
    },
  )
})
