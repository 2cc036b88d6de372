import { useEffect, useEffectEvent } from 'react'
import type { AccountClient } from '#client/client.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { createWritable, type Writable } from '#streams/readable.ts'

type PendingFiles = ReadonlyMap<ConversationId, readonly File[]>

const pendingOfAccounts = new WeakMap<AccountClient, Writable<PendingFiles>>()

function pendingFilesOf(account: AccountClient): Writable<PendingFiles> {
  const known = pendingOfAccounts.get(account) ?? createWritable<PendingFiles>(new Map())
  pendingOfAccounts.set(account, known)
  return known
}

/** Adds files to the composer of a conversation, now or when it is next opened. */
export function addPendingFiles(account: AccountClient, id: ConversationId, files: readonly File[]): void {
  const pending = pendingFilesOf(account)
  const waiting = pending.get().get(id) ?? []
  if (files.length > 0) pending.set(new Map(pending.get()).set(id, [...waiting, ...files]))
}

/** Returns and removes the pending files of a conversation. */
export function takePendingFiles(account: AccountClient, id: ConversationId): readonly File[] {
  const pending = pendingFilesOf(account)
  const files = pending.get().get(id) ?? []
  if (files.length > 0) pending.set(new Map([...pending.get()].filter(([other]) => other !== id)))
  return files
}

/** Passes pending files to the composer of a conversation, at mount and while it is mounted. */
export const usePendingFiles = (id: ConversationId, onFiles: (files: readonly File[]) => void): void => {
  const account = useAccount()
  const take = useEffectEvent(() => {
    const files = takePendingFiles(account, id)
    if (files.length > 0) onFiles(files)
  })
  useEffect(() => {
    take()
    return pendingFilesOf(account).subscribe(() => take())
  }, [account])
}
