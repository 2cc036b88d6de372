import type { AccountLoader } from '#machines/root/account-loading.ts'
import { deletePreservedDatabase, isPreservedDatabase } from '#streams/log/preserved-database.ts'
import type { PreservedOutbox, PreservedOutboxParts } from '#streams/log/preserved-outbox.ts'
import type { AccountProgram } from './account-program.ts'

/**
 * What was kept unsent, by the account's program: at once where it is at hand, else it is loaded first. Rejects when it cannot be
 * loaded; whoever asks tries again or leaves things as they are.
 */
export function createLateKeptUnsent(
  program: AccountLoader<AccountProgram>,
  parts: PreservedOutboxParts,
): PreservedOutbox {
  let made: PreservedOutbox | undefined
  const make = ({ createPreservedOutbox }: AccountProgram): PreservedOutbox => {
    made ??= createPreservedOutbox(parts)
    return made
  }
  const ask = <Result>(run: (kept: PreservedOutbox) => Promise<Result>): Promise<Result> => {
    const loaded = program.loaded()
    return loaded ? run(make(loaded)) : program.load().then((there) => run(make(there)))
  }
  return {
    keep: (account) => ask((kept) => kept.keep(account)),
    read: (account) => ask((kept) => kept.read(account)),
    drop: (account, isOver) => ask((kept) => kept.drop(account, isOver)),
    restore: (account, log, now) => ask((kept) => kept.restore(account, log, now)),
    // Signing out and wiping go on where nothing can be loaded.
    forget: (account) => deletePreservedDatabase(parts.storage, account),
    mustStay: (place) =>
      isPreservedDatabase(place) ? ask((kept) => kept.mustStay(place)) : Promise.resolve(false),
  }
}
