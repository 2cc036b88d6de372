import type { MediaOperations } from '#client/media.ts'

/** Saves something by the account's pass to files (DEC-114), and once more by a new one: it may have run out. False when neither did. */
export async function saveWithPass(
  { openFiles }: Pick<MediaOperations, 'openFiles'>,
  save: () => Promise<boolean>,
): Promise<boolean> {
  if ((await openFiles(false)) && (await save())) return true
  return (await openFiles(true)) && save()
}
