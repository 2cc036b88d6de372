import type { Outcome } from '#domain/commands/command.ts'
import { done, rejectedBecause } from '#domain/http/rejection.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import {
  checkStickerCount,
  isStickerFile,
  notASticker,
  usualStickerLimit,
} from '#domain/stickers/sticker-rules.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { OwnStickers, StickerClass } from '#schemas/translate/stickers.ts'
import { uploadFile } from '#streams/api/files.ts'
import * as api from '#streams/api/stickers.ts'
import { type CallResult, dataOrThrow } from '#streams/http/call-result.ts'
import {
  createLookupCache,
  type Lookup,
  lookupKeepTime,
  lookupStaleTime,
} from '#streams/lookups/lookup-cache.ts'
import type { UploadFile } from '#streams/upload-file.ts'
import { syncLookupAcrossTabs, type TabsCore } from './account-lookups.ts'

/** Stickers of the service and of this account [STICK-15]. */
export interface StickerOperations {
  readonly service: Lookup<readonly StickerClass[]>
  readonly own: Lookup<OwnStickers>
  /**
   * Uploads a file as a sticker. Checks format, size and count before the upload [STICK-02 STICK-04].
   * @param kind the kind that the file's content shows, whatever its name says
   */
  addFile(file: UploadFile, kind: AttachmentKind): Promise<Outcome>
  /** Adds the picture or sticker of a message, by its path [STICK-13]. */
  addFrom(path: string): Promise<Outcome>
  /** [STICK-14] */
  remove(ids: readonly number[]): Promise<Outcome>
}

type StickerCore = Pick<AccountCore, 'caller'> &
  TabsCore & { readonly ports: Pick<AccountCore['ports'], 'clock'> }

/** Rejections that are shown as they are; others show that adding failed [STICK-02 STICK-04]. */
const specificKeys: readonly string[] = ['stickers.format-error', 'stickers.max-limit-reached']

/** Maps the result of adding a sticker to a sticker rule or a general failure [STICK-05]. */
function addOutcome(result: CallResult<unknown>): Outcome {
  if (result.isOk) return done
  const { rejection } = result.failure
  if (specificKeys.includes(rejection.key)) return rejectedBecause(rejection)
  return rejectedBecause({ ...rejection, key: 'stickers.add-failed' })
}

/** Creates the operations on stickers; other tabs reload the account's own after a change. */
export function createStickerOperations(core: StickerCore): StickerOperations {
  const { caller, ports } = core
  const cache = createLookupCache(ports.clock)
  const times = { staleTime: lookupStaleTime.stickers, keepTime: lookupKeepTime.stickers }
  const service = cache.lookup<readonly StickerClass[]>({
    ...times,
    load: async (signal) => dataOrThrow(await api.getStickerClasses(caller, { signal })),
  })
  const own = cache.lookup<OwnStickers>({
    ...times,
    load: async (signal) => dataOrThrow(await api.getOwnStickers(caller, { signal })),
  })
  const announceChange = syncLookupAcrossTabs(core, 'update-stickers', own)

  function checkCount(): Outcome {
    const view = own.get()
    // Unknown yet: the server checks the count as well.
    if (view.status !== 'ready') return done
    return checkStickerCount(view.value.stickers.length, view.value.limit ?? usualStickerLimit)
  }

  async function addFrom(path: string): Promise<Outcome> {
    const outcome = addOutcome(await api.addSticker(caller, path))
    if (outcome.isOk) announceChange()
    return outcome
  }

  async function addFile(file: UploadFile, kind: AttachmentKind): Promise<Outcome> {
    if (!isStickerFile({ kind, size: file.size })) return notASticker
    const counted = checkCount()
    if (!counted.isOk) return counted
    const stored = await uploadFile(caller, { file, kind: 'image' })
    return stored.isOk ? addFrom(stored.data.address) : addOutcome(stored)
  }

  return {
    service,
    own,
    addFile,
    addFrom,
    async remove(ids) {
      const result = await api.deleteStickers(caller, ids)
      if (!result.isOk) return rejectedBecause(result.failure.rejection)
      announceChange()
      return done
    },
  }
}
