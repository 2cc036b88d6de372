import type { Outcome } from '#domain/commands/command.ts'
import { done, rejectedBecause } from '#domain/http/rejection.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import { type EmojiChoices, readEmojiChoices } from '#domain/message/emoji.ts'
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
import { type AccountRecord, openAccountRecord } from '#streams/log/account-record.ts'
import {
  createLookupCache,
  type Lookup,
  lookupKeepTime,
  lookupStaleTime,
} from '#streams/lookups/lookup-cache.ts'
import type { UploadFile } from '#streams/upload-file.ts'
import { syncLookupAcrossTabs, type TabsCore } from './account-lookups.ts'

/** The stickers of the service and of this account, changes of its own, and its choices of emoji [STICK-15]. */
export interface StickerOperations {
  /** The stickers that the service offers to everybody. */
  readonly service: Lookup<readonly StickerClass[]>
  readonly own: Lookup<OwnStickers>
  /**
   * Uploads a file as a sticker. Checks format, size and count before the upload [STICK-02 STICK-04].
   * @param kind the kind detected from the file's content, not from its name
   */
  addFile(file: UploadFile, kind: AttachmentKind): Promise<Outcome>
  /** Adds a picture or sticker that the server already stores, by its path [STICK-13]. */
  addFrom(path: string): Promise<Outcome>
  /** Removes own stickers by their ids [STICK-14]. */
  remove(ids: readonly number[]): Promise<Outcome>
  /** The recent emoji and the skin tone of this account on this device. */
  readonly emojiChoices: AccountRecord<EmojiChoices>
}

type StickerCore = Pick<AccountCore, 'caller'> &
  TabsCore & {
    readonly log: Pick<AccountCore['log'], 'ownRows'>
    readonly ports: Pick<AccountCore['ports'], 'clock' | 'report'>
  }

/** Rejections that keep their own text. All others become "adding failed" [STICK-02 STICK-04]. */
const stickerRuleKeys: readonly string[] = ['stickers.format-error', 'stickers.max-limit-reached']

/** Converts a result while adding a sticker. Failures other than `stickerRuleKeys` get a general text [STICK-05]. */
function toAddOutcome(result: CallResult<unknown>): Outcome {
  if (result.isOk) return done
  const { rejection } = result.failure
  if (stickerRuleKeys.includes(rejection.key)) return rejectedBecause(rejection)
  return rejectedBecause({ ...rejection, key: 'stickers.add-failed' })
}

/** Creates the operations on stickers. Each change invalidates the account's own stickers in all tabs. */
export function createStickerOperations(core: StickerCore): StickerOperations {
  const { caller, log, ports } = core
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
    const state = own.get()
    // Without a list there is no count to check. The server checks it as well.
    if (state.status !== 'ready') return done
    return checkStickerCount(state.value.stickers.length, state.value.limit ?? usualStickerLimit)
  }

  async function addFrom(path: string): Promise<Outcome> {
    const outcome = toAddOutcome(await api.addSticker(caller, path))
    if (outcome.isOk) announceChange()
    return outcome
  }

  async function addFile(file: UploadFile, kind: AttachmentKind): Promise<Outcome> {
    if (!isStickerFile({ kind, size: file.size })) return notASticker
    const countCheck = checkCount()
    if (!countCheck.isOk) return countCheck
    const upload = await uploadFile(caller, { file, kind: 'image' })
    return upload.isOk ? addFrom(upload.data.address) : toAddOutcome(upload)
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
    emojiChoices: openAccountRecord({
      storage: log.ownRows,
      report: ports.report,
      model: 'emoji-choices',
      read: readEmojiChoices,
      failure: 'the choices of emoji were not stored',
    }),
  }
}
