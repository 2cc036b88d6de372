import { useEffect, useEffectEvent } from 'react'
import type { AccountClient } from '#client/client.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { createWritable, type Writable } from '#streams/readable.ts'

type Handed = ReadonlyMap<ConversationId, readonly File[]>

const handedTo = new WeakMap<AccountClient, Writable<Handed>>()

function handedIn(account: AccountClient): Writable<Handed> {
  const known = handedTo.get(account) ?? createWritable<Handed>(new Map())
  handedTo.set(account, known)
  return known
}

/** Puts files beside what is written in a conversation as soon as that is open. */
export function handFiles(account: AccountClient, id: ConversationId, files: readonly File[]): void {
  const handed = handedIn(account)
  const waiting = handed.get().get(id) ?? []
  if (files.length > 0) handed.set(new Map(handed.get()).set(id, [...waiting, ...files]))
}

/** Takes the files that wait for a conversation; each is taken once. */
export function takeFiles(account: AccountClient, id: ConversationId): readonly File[] {
  const handed = handedIn(account)
  const files = handed.get().get(id) ?? []
  if (files.length > 0) handed.set(new Map([...handed.get()].filter(([other]) => other !== id)))
  return files
}

/** For the composer of a conversation: picks what was dropped for it elsewhere, before and while it is shown. */
export const useHandedFiles = (id: ConversationId, onFiles: (files: readonly File[]) => void): void => {
  const account = useAccount()
  const take = useEffectEvent(() => {
    const files = takeFiles(account, id)
    if (files.length > 0) onFiles(files)
  })
  useEffect(() => {
    take()
    return handedIn(account).subscribe(() => take())
  }, [account])
}
