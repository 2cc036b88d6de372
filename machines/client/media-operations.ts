import type { Outcome } from '#domain/commands/command.ts'
import { refusedBecause } from '#domain/http/refusal.ts'
import { checkFileSize } from '#domain/message/decide-picture.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { openFiles } from '#schemas/wire/calls/files.ts'
import { randomId } from '#streams/log/random-id.ts'
import type { MediaOperations, OutgoingPicture } from './client.ts'

/** After this the pass to message files is asked for anew, well before it runs out, ms. */
const passRenewal = 12 * 60 * 60_000

/** Files of messages as screens use them. */
export function createMediaOperations(core: AccountCore): MediaOperations {
  const { caller, log, ports } = core
  let pass: { readonly isOpen: Promise<boolean>; readonly askedAt: number } | undefined

  async function ask(): Promise<boolean> {
    const { isOk } = await caller.call(openFiles, {})
    if (!isOk) pass = undefined
    return isOk
  }

  async function sendPicture(conversationId: ConversationId, picture: OutgoingPicture): Promise<Outcome> {
    const { file, width, height } = picture
    const checked = checkFileSize(file.size)
    if (!checked.isOk) return checked
    const fileKey = randomId(ports.random)
    try {
      await log.files.put(fileKey, file, ports.clock.now())
    } catch (cause) {
      ports.report.fault({ kind: 'local file', detail: 'could not be stored', cause })
      return refusedBecause({ key: 'errors.storage-failed' })
    }
    const { name, type: contentType, size } = file
    const attachment = {
      ...{ fileKey, name, contentType, size },
      ...(width === undefined || height === undefined ? {} : { width, height }),
    }
    const outcome = await log.dispatch({ type: 'SendPicture', conversationId, attachment })
    // A file whose message was refused is a leftover; should this fail, the next leader removes it.
    if (!outcome.isOk) await log.files.remove(fileKey).catch(() => undefined)
    return outcome
  }

  return {
    async sendPicture(conversationId, picture) {
      // Kept as pending all the same: it goes out by itself once there is a network [LIFE-16] (DEC-107).
      if (!ports.visibility.isOnline()) core.notify({ kind: 'warning', key: 'connection.disconnected' })
      return sendPicture(conversationId, picture)
    },
    progress: core.uploadProgress,
    localFile: (fileKey) => log.files.read(fileKey).catch(() => undefined),
    openFiles(isAnew = false) {
      const now = ports.clock.monotonic()
      if (!pass || isAnew || now - pass.askedAt > passRenewal) pass = { isOpen: ask(), askedAt: now }
      return pass.isOpen
    },
  }
}
