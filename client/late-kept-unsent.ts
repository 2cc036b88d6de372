import type { AccountLoader } from '#machines/root/account-loading.ts'
import type { KeptUnsent, KeptUnsentParts } from '#streams/log/kept-unsent.ts'
import { forgetBeside, isPlaceBeside } from '#streams/log/place-beside.ts'
import type { AccountProgram } from './account-program.ts'

/**
 * What was kept unsent, by the account's program: at once where it is at hand, else it is loaded first. Rejects when it cannot be
 * loaded; whoever asks tries again or leaves things as they are.
 */
export function createLateKeptUnsent(
  program: AccountLoader<AccountProgram>,
  parts: KeptUnsentParts,
): KeptUnsent {
  let made: KeptUnsent | undefined
  const make = ({ createKeptUnsent }: AccountProgram): KeptUnsent => {
    made ??= createKeptUnsent(parts)
    return made
  }
  const ask = <Result>(run: (kept: KeptUnsent) => Promise<Result>): Promise<Result> => {
    const loaded = program.loaded()
    return loaded ? run(make(loaded)) : program.load().then((there) => run(make(there)))
  }
  return {
    keep: (account) => ask((kept) => kept.keep(account)),
    read: (account) => ask((kept) => kept.read(account)),
    drop: (account, isOver) => ask((kept) => kept.drop(account, isOver)),
    restore: (account, log, now) => ask((kept) => kept.restore(account, log, now)),
    // Signing out and wiping go on where nothing can be loaded.
    forget: (account) => forgetBeside(parts.storage, account),
    mustStay: (place) =>
      isPlaceBeside(place) ? ask((kept) => kept.mustStay(place)) : Promise.resolve(false),
  }
}
