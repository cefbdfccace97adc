import type { TreeFile } from './read-tree'

/** What the bundle's React no longer has (commands/build/slim-react.mjs), as it would look in a source file. */
const missingFeatures: Readonly<Record<string, RegExp>> = {
  'an import of what suspends, hides, transitions or acts':
    /import[^;]*?\b(Suspense|SuspenseList|Activity|ViewTransition|lazy|use|useTransition|startTransition|useActionState|useOptimistic|useFormStatus|useDeferredValue|hydrateRoot|cache)\b[^;]*?from 'react(-dom)?(\/client)?'/,
  'an element that React would move to the head': /<(link|meta|style|script|title|html|head|body)[\s>]/,
  'a function as form action': /\b(formAction|action)=\{/,
  'a listener for what is never told': /\bon(Select|BeforeInput|Composition(Start|Update|End))(Capture)?=/,
}

/** Components of the widget that use what its React does not have: they would build, and then do nothing. */
export function missingReactFeatures(files: readonly TreeFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('widget/') && path.endsWith('.tsx'))
    .flatMap(({ path, text }) =>
      Object.entries(missingFeatures)
        .filter(([, pattern]) => pattern.test(text))
        .map(([feature]) => `${path}: ${feature}`),
    )
}
