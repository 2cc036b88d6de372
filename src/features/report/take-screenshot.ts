import type { Outcome } from '#domain/commands/command.ts'
import { checkScreenshot } from '#domain/forms/report-fields.ts'
import { refusedBecause, succeeded } from '#domain/http/refusal.ts'
import { pictureWithoutPlace } from '#src/platform/media/picture-without-place.ts'
import { recogniseFile } from '#src/platform/media/recognise-file.ts'

/**
 * The picture that goes with a report, without what says where it was taken. Refuses, before anything is sent, what is no
 * picture by its bytes, empty, above `limit` MB, or cannot be read [REPORT-03] (DEC-159).
 */
export async function takeScreenshot(file: File, limit: number): Promise<Outcome<File>> {
  const { kind } = await recogniseFile(file)
  const fault = checkScreenshot({ kind, size: file.size }, limit)
  if (fault !== undefined) return refusedBecause(fault)
  return pictureWithoutPlace(file).then(succeeded, () => refusedBecause({ key: 'errors.invalid-file' }))
}
