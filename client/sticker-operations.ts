import type { Outcome } from '#domain/commands/command.ts'
import { done, refusedBecause } from '#domain/http/refusal.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import {
  canBeSticker,
  checkStickerCount,
  notASticker,
  usualStickerLimit,
} from '#domain/stickers/sticker-rules.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import {
  type OwnStickers,
  type StickerClass,
  toOwnStickers,
  toStickerClasses,
} from '#schemas/translate/stickers.ts'
import { uploadFile } from '#schemas/wire/calls/files.ts'
import {
  addSticker,
  deleteSticker,
  getEmote,
  getEmoteClass,
  getUserStickers,
} from '#schemas/wire/calls/stickers.ts'
import { dataOf } from '#streams/http/call-failed.ts'
import type { CallResult } from '#streams/http/call-result.ts'
import { createLookupCache, type LookupHandle } from '#streams/lookups/lookup-cache.ts'
import { lookupKeepTime, lookupStaleTime } from '#streams/lookups/lookup-table.ts'
import type { UploadFile } from '#streams/ports.ts'
import { reloadWithTabs, type TabsCore } from './reload-with-tabs.ts'

/** Stickers of the service and of this account [STICK-15]. */
export interface StickerOperations {
  readonly service: LookupHandle<readonly StickerClass[]>
  readonly own: LookupHandle<OwnStickers>
  /** Makes a file a sticker; `kind` is what its bytes say. Refuses by rule before anything is sent [STICK-02 STICK-04]. */
  addFile(file: UploadFile, kind: AttachmentKind): Promise<Outcome>
  /** Makes a sticker of a picture or sticker that a message shows, by its path [STICK-13]. */
  addFrom(path: string): Promise<Outcome>
  /** [STICK-14] */
  remove(ids: readonly number[]): Promise<Outcome>
}

type StickerCore = Pick<AccountCore, 'caller'> &
  TabsCore & { readonly ports: Pick<AccountCore['ports'], 'clock'> }

/** Keys that say more than that adding failed [STICK-02 STICK-04]. */
const tellingKeys: readonly string[] = ['stickers.format-error', 'stickers.max-limit-reached']

/** What adding ends with: a rule of stickers, or that it failed [STICK-05]. */
function added(result: CallResult<unknown>): Outcome {
  if (result.isOk) return done
  const { refusal } = result.failure
  if (tellingKeys.includes(refusal.key)) return refusedBecause(refusal)
  return refusedBecause({ ...refusal, key: 'stickers.add-failed' })
}

export function createStickerOperations(core: StickerCore): StickerOperations {
  const { caller, ports } = core
  const cache = createLookupCache(ports.clock)
  const times = { staleTime: lookupStaleTime.stickers, keepTime: lookupKeepTime.stickers }
  const service = cache.lookup<readonly StickerClass[]>({
    ...times,
    load: async (signal) => {
      const classes = dataOf(await caller.call(getEmoteClass, {}, { signal }))
      return toStickerClasses(classes, dataOf(await caller.call(getEmote, { cid: 0 }, { signal })))
    },
  })
  const own = cache.lookup<OwnStickers>({
    ...times,
    load: async (signal) => toOwnStickers(dataOf(await caller.call(getUserStickers, {}, { signal }))),
  })
  const changed = reloadWithTabs(core, 'update-stickers', own)

  function checkRoom(): Outcome {
    const view = own.get()
    // The server knows too, where this client does not yet.
    if (view.status !== 'ready') return done
    return checkStickerCount(view.value.stickers.length, view.value.limit ?? usualStickerLimit)
  }

  async function addFrom(path: string): Promise<Outcome> {
    const outcome = added(await caller.call(addSticker, { StickerUrl: path }))
    if (outcome.isOk) changed()
    return outcome
  }

  async function addFile(file: UploadFile, kind: AttachmentKind): Promise<Outcome> {
    if (!canBeSticker({ kind, size: file.size })) return notASticker
    const room = checkRoom()
    if (!room.isOk) return room
    const stored = await caller.call(uploadFile, { Type: 'image' }, { file })
    return stored.isOk ? addFrom(stored.data.FileUrl) : added(stored)
  }

  return {
    service,
    own,
    addFile,
    addFrom,
    async remove(ids) {
      const result = await caller.call(deleteSticker, { StickerIds: [...ids] })
      if (!result.isOk) return refusedBecause(result.failure.refusal)
      changed()
      return done
    },
  }
}
