import type { RefObject } from 'react'

export interface IdFieldProps {
  inputRef: RefObject<HTMLInputElement | null>
  /** What was typed can be no ID. */
  isTooShort: boolean
}

/** Where the ID of a TrustTag is typed or pasted. */
export function IdField({ inputRef, isTooShort }: IdFieldProps) {
  return (
    <div className="field">
      <label htmlFor="id">TrustTag ID</label>
      <input
        ref={inputRef}
        id="id"
        name="id"
        type="text"
        required
        className="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        aria-invalid={isTooShort || undefined}
        aria-describedby={isTooShort ? 'id-error id-hint' : 'id-hint'}
      />
      {isTooShort && (
        <p className="field-error" id="id-error">
          A TrustTag ID is longer than this, such as TT-WD2024001.
        </p>
      )}
      <p className="hint" id="id-hint">
        It begins with TT- and stands on the TrustTag. A whole link works too.
      </p>
    </div>
  )
}
