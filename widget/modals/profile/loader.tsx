import type { Texts } from '../texts/default-texts'
import { Spinner } from '../ui/spinner'

/** Lies over the profile while a call is under way. The region is always there, so that readers announce what appears in it. */
export function Loader({ busy, texts }: { busy: boolean; texts: Texts }) {
  return (
    <output className="loader">
      {busy && (
        <>
          <Spinner />
          <span className="visually-hidden">{texts.loading_text}</span>
        </>
      )}
    </output>
  )
}
