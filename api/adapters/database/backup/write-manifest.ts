import * as v from 'valibot'
import { backupParts, manifestSchema } from './manifest'
import type { Manifest } from './manifest'
import { whole } from './part-writer'
import type { PartWriter } from './part-writer'

/** Writes the list of all parts, as `sha256sum -c` reads it, and then what the backup says of itself. */
export async function writeManifest(parts: PartWriter, said: Omit<Manifest, 'sums'>): Promise<Manifest> {
  const lines = [...parts.sums].map(([path, sum]) => `${sum}  ${path}\n`).toSorted(byPath)
  const { sum } = await parts.write(backupParts.sums, whole(lines.join('')))
  const manifest = v.parse(manifestSchema, { ...said, sums: sum })
  await parts.write(backupParts.manifest, whole(`${JSON.stringify(manifest, null, 2)}\n`))
  return manifest
}

const SUM_CHARS = 64

const byPath = (one: string, other: string): number =>
  one.slice(SUM_CHARS) < other.slice(SUM_CHARS) ? -1 : one === other ? 0 : 1
